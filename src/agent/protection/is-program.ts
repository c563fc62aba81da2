const ofPrograms =
  /\.(?:[cm]?[jt]sx?|astro|bat|c|cc|clj|cmd|cpp|cs|cxx|dart|el|erl|exs?|fs|go|gradle|groovy|h|hh|hpp|hs|html?|java|jl|kts?|lua|m|mm|php|pl|pm|ps1|py|pyi|r|rb|rs|sbt|scala|scss|sh|sql|svelte|swift|tf|vb|vue|wasm|zig)$/iu;
/** Code in these folders is shown to readers. */
const ofExamples =
  /(?:^|\/)(?:docs?|documentation|content|_?snippets?|_?includes|examples?|samples?|code[-_]samples|docs_src)\//iu;

/** Whether a file is a part of a program, by its ending and its folder. Where it lies among documentation it is an example. */
export function isProgram(path: string): boolean {
  return ofPrograms.test(path) && !ofExamples.test(path);
}
