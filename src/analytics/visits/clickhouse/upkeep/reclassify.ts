import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Classification } from '../../view.ts';
import type { Reclassifier, ReclassifyOutcome } from '../../visit-store.ts';
import { classificationOf, type StoredClassification } from '../count/live.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { join, raw, sql, texts, type Sql } from '../server/sql.ts';

const classColumns = ['category', 'product', 'operator', 'verdict', 'evidence'] as const;
/** What tells combinations apart in a statement: 128 bits of all their texts. */
const key = raw(`hex(sipHash128(user_agent, accept, ${classColumns.join(', ')}))`);
/** Of one statement, which ClickHouse keeps until all of its machines have done it. */
const replacementsPerStatement = 200;
const combinationsPerTurn = 500;

interface CombinationRow extends StoredClassification {
  readonly key: string;
  readonly user_agent: string;
  readonly accept: string;
  readonly views: number;
}

interface Replacement {
  readonly key: string;
  readonly userAgent: string;
  readonly views: number;
  readonly texts: Readonly<Record<(typeof classColumns)[number], string>>;
}

export async function reclassify(
  server: ClickHouse,
  projectId: string,
  classify: Reclassifier,
): Promise<ReclassifyOutcome> {
  const names = raw(['user_agent', 'accept', ...classColumns].join(', '));
  const combinations = await server.read<CombinationRow>(
    sql`SELECT ${names}, any(${key}) AS key, count() AS views
      FROM view FINAL WHERE project_id = ${projectId} GROUP BY ${names} ORDER BY user_agent`,
  );
  const replacements: Replacement[] = [];
  for (const [index, row] of combinations.entries()) {
    const current = classificationOf(row);
    const client = { userAgent: row.user_agent, accept: row.accept === '' ? undefined : row.accept };
    const answer = classify(client, current);
    if (answer !== undefined && !isSame(answer, current)) {
      replacements.push({ key: row.key, userAgent: row.user_agent, views: row.views, texts: textsOf(answer) });
    }
    if (index % combinationsPerTurn === combinationsPerTurn - 1) await nextTurn();
  }
  for (const group of groupReplacements(replacements)) await server.rewrite(replaceAll(server, projectId, group));
  const views = replacements.reduce((sum, replacement) => sum + replacement.views, 0);
  return { views, combinations: combinations.length };
}

/** All at once: what one makes must not be taken for what another replaces. So those of one client are never parted. */
function groupReplacements(replacements: readonly Replacement[]): Replacement[][] {
  const groups: Replacement[][] = [[]];
  for (const [index, replacement] of replacements.entries()) {
    const isOfNext = replacements[index - 1]?.userAgent !== replacement.userAgent;
    if (isOfNext && (groups.at(-1)?.length ?? 0) >= replacementsPerStatement) groups.push([]);
    groups.at(-1)?.push(replacement);
  }
  return groups.filter((group) => group.length > 0);
}

function replaceAll({ placement }: ClickHouse, projectId: string, replacements: readonly Replacement[]): Sql {
  const keys = texts(replacements.map((replacement) => replacement.key));
  const changes = classColumns.map((column) => {
    const newTexts = texts(replacements.map((replacement) => replacement.texts[column]));
    return sql`${raw(column)} = transform(${key}, ${keys}, ${newTexts}, toString(${raw(column)}))`;
  });
  return sql`ALTER TABLE ${placement.stored('view')} UPDATE ${join(changes, ', ')}
    WHERE project_id = ${projectId} AND ${key} IN ${keys}`;
}

function textsOf(classification: Classification): Replacement['texts'] {
  const { category, product = '', operator = '', verdict, evidence = '' } = classification;
  return { category, product, operator, verdict, evidence };
}

function isSame(a: Classification, b: Classification): boolean {
  const [textsA, textsB] = [textsOf(a), textsOf(b)];
  return classColumns.every((column) => textsA[column] === textsB[column]);
}
