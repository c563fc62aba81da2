import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { secretShapes } from '../src/secrets/secret-shapes.ts';

/** The regular expressions in `src` by their text, and the files that put others together while the program runs. */
export function readExpressions() {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|fixture|conformance)\.ts$/.test(file),
  );
  const written = new Map<string, { readonly expression: RegExp; readonly file: string }>();
  const assembled = new Set<string>();
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
        written.set(node.text, { expression: new RegExp(source, flags), file });
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
        assembled.add(file);
      }
      ts.forEachChild(node, visit);
    };
    const text = readFileSync(join('src', file), 'utf8');
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  for (const { pattern } of secretShapes) {
    written.set(String(pattern), { expression: pattern, file: 'secrets/secret-shapes.ts' });
  }
  return { written: [...written.values()], assembled };
}
