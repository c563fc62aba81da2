import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createFileIndex } from './file-index.ts';
import { readHostRedirects } from './redirects.ts';

const routes = new Map([['/guide', 'guide.md']]);

async function answersOf(settings: string): Promise<(route: string) => boolean> {
  const tree = createMemoryTree({ 'deploy/nginx.conf': settings });
  const { whyAnswered } = (await readHostRedirects(await createFileIndex(tree)))(routes);
  return (route) => whyAnswered(route) !== undefined;
}

describe('settings of nginx', () => {
  it('answer the addresses that they name', async () => {
    const answers = await answersOf(
      'server {\n  rewrite ^/old/a/$ /guide/ permanent;\n  location = /old/b {\n    return 301 /guide;\n  }\n}\n' +
        'map $request_uri $to {\n  /c /guide;\n}\n',
    );
    expect(['/old/a', '/old/b', '/c'].filter(answers)).toEqual(['/old/a', '/old/b', '/c']);
    expect(['/old', '/guide', '/a'].filter(answers)).toEqual([]);
  });

  it('say nothing of single addresses by a pattern', async () => {
    const answers = await answersOf('rewrite ^/(.*)//+(.*) /$1/$2 permanent;\nlocation ~ ^/docs/(.*) {\n}\n');
    expect(['/a', '/docs/a'].filter(answers)).toEqual([]);
  });

  it('name the folder that a site is published in, if all do and the site has none of its name', async () => {
    const all = 'rewrite ^/docs/a/$ /docs/guide/ permanent;\nrewrite ^/docs/b$ /docs/guide/ permanent;\n';
    expect(['/a', '/b'].filter(await answersOf(all))).toEqual(['/a', '/b']);
    expect(['/a', '/b'].filter(await answersOf(`${all}rewrite ^/c$ /guide permanent;\n`))).toEqual([]);
    expect((await answersOf('rewrite ^/guide/a$ /guide permanent;\n'))('/a')).toBe(false);
  });
});
