/** What the `kind` of a term means. Numbers begin at 1; 0 stands for none. */
export const termKinds = { path: 0, agent: 1, client: 2, referrer: 3, country: 4, context: 5 } as const;
export type TermKind = (typeof termKinds)[keyof typeof termKinds];
/** The `kind` of the counter of visitors, beside those of the terms. */
export const visitorCounter = 9;
