/** Folders of tests and their data, of templates and of what others wrote, as the part of an expression between slashes. */
export const foldersOfTests = 'tests?|testdata|__tests__|fixtures|__fixtures__|templates?|vendor|node_modules';
