import { parse as parseToml, TomlError } from 'smol-toml';
import { parseJson } from '../site/text-places.ts';
import { extensionOf } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import { parseModule } from './parse-module.ts';
import { parseYaml } from './parse-yaml.ts';

const modules = /^\.(?:[cm]?[jt]s|[jt]sx)$/u;

/** What is wrong with the syntax of a file of settings or data; undefined when nothing is, or it is no such file. */
export function findSyntaxProblem(text: string, path: string): SiteProblem | undefined {
  const extension = extensionOf(path);
  if (extension === '.json') {
    const json = parseJson(text, path);
    return 'problem' in json ? json.problem : undefined;
  }
  if (extension === '.toml') return inToml(text, path);
  if (extension === '.yml' || extension === '.yaml') return inYaml(text, path);
  return modules.test(extension) ? inModule(text, path) : undefined;
}

function inToml(text: string, path: string): SiteProblem | undefined {
  try {
    parseToml(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = /^Invalid TOML document: (.*)$/mu.exec(error.message)?.[1] ?? 'it does not parse';
    return problemAt(path, { line: error.line, column: error.column }, `This is not valid TOML: ${reason}.`);
  }
}

/** Tags of programs that read it (`!ENV`, `!!python/name:`) are their matter. */
function inYaml(text: string, path: string): SiteProblem | undefined {
  const error = parseYaml(text).flatMap(({ errors }) => errors)[0];
  if (error === undefined) return undefined;
  const [start] = error.linePos ?? [];
  const reason = error.message.split(/ at line \d+/u, 1)[0] ?? 'it does not parse';
  return problemAt(path, { line: start?.line ?? 1, column: start?.col ?? 1 }, `This is not valid YAML: ${reason}.`);
}

function inModule(text: string, path: string): SiteProblem | undefined {
  const parsed = parseModule(text, path);
  if ('program' in parsed) return undefined;
  const { place, reason } = parsed.fault;
  const isTypeScript = /\.[cm]?ts|\.tsx$/u.test(path);
  // A type that is imported and a function may share a name, and only the imported module tells a type.
  if (isTypeScript && reason.endsWith('has already been declared')) return undefined;
  // The parser knows decorators, and not behind a type without a semicolon: `type A = B<C>` above `@d() class E {}`.
  if (isTypeScript && reason === "Unexpected character '@'") return undefined;
  return problemAt(path, place, `This is no valid ${isTypeScript ? 'TypeScript' : 'JavaScript'}: ${reason}.`);
}

function problemAt(path: string, place: { line: number; column: number }, message: string): SiteProblem {
  return { path, rule: 'settings-syntax', ...place, message };
}

/** What a file of settings in TOML, YAML or JSON says; undefined where it does not parse. */
export function parseValue(text: string, path: string): unknown {
  const extension = extensionOf(path);
  if (extension === '.json') {
    const json = parseJson(text, path);
    return 'value' in json ? json.value : undefined;
  }
  try {
    if (extension === '.toml') return parseToml(text);
    const [document, ...others] = parseYaml(text);
    return document?.errors.length === 0 && others.length === 0
      ? document.toJS({ maxAliasCount: mostAliases })
      : undefined;
  } catch (error) {
    // The second is thrown for aliases without end.
    if (error instanceof TomlError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** Aliases of YAML that are followed. */
const mostAliases = 100;
