/** The path below which the server stands, such as `/docwright`; empty at the top of a host. The server writes it into the page. */
export const basePath = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';

/** An address of the server outside of the router, for links, `fetch` and event streams. */
export const serverAddress = (path: `/${string}`): string => `${basePath}${path}`;
