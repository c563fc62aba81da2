/** Branches of jobs. One whose usual branch cannot be made has a hyphen for the slash. */
export const ownBranches = /^docwright[/-]/;
