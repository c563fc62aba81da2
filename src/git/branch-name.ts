// The rules of git-check-ref-format(1), and none of the characters that a refspec or a shell would read as syntax.
const forbidden = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\.lock(?:\/|$)|(?:^|\/)\.|^[-/]|[/.]$|^@$/u;

/** Whether git would take this as the name of a branch, and every command of ours may take it as an argument. */
export function isBranchName(name: string): boolean {
  return name.length > 0 && name.length <= 240 && !forbidden.test(name);
}
