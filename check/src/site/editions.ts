/** A language or version, to which a host leads on from an address without it. */
export const edition = String.raw`v?\d[\w.]*|[a-z]{2}(?:[-_][a-z]{2,4})?|latest|stable|main|master|next`;
export const ofEdition = new RegExp(`^(?:${edition})$`, 'iu');
