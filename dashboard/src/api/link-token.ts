/** Of the share link by which this page was opened; empty where a member reads. */
let token = '';

/** From now on everything is read with this link alone, and in no member's name. */
export function readByLink(ofLink: string): void {
  token = ofLink;
}

export function linkToken(): string {
  return token;
}

export function linkHeaders(): Readonly<Record<string, string>> {
  return token === '' ? {} : { authorization: `Bearer ${token}` };
}
