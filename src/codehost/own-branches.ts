/** Branches of jobs. If a branch `docwright/…` cannot be created, a hyphen replaces the slash. */
export const ownBranches = /^docwright[/-]/;
