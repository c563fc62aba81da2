import { expect, it } from 'vitest';
import { undescribed } from './described-requests.ts';

const faultsOf = (host: string, method: string, url: string, body?: object) =>
  undescribed(host, [{ method, url, body: body === undefined ? '' : JSON.stringify(body) }]);
const bitbucket = '/repositories/acme/docs';
const source = { branch: { name: 'docwright/a' } };

it.each<[host: string, method: string, url: string, body?: object]>([
  ['gitea', 'GET', '/repos/acme/docs/branches/next/a%20b'],
  ['gitea', 'GET', '/repos/acme/docs/pulls/7.diff'],
  ['gitea', 'POST', '/repos/acme/docs/pulls', { head: 'a', base: 'main', title: 'A title', body: 'A body' }],
  ['github', 'GET', '/repos/acme/docs/contents'],
  ['github', 'GET', '/repos/acme/docs/pulls?state=all&per_page=100'],
  ['github', 'POST', '/repos/acme/docs/issues/7/labels', { labels: ['docs'] }],
  ['bitbucket', 'GET', `${bitbucket}/pullrequests?state=OPEN&state=MERGED&pagelen=50&q=a`],
  ['bitbucket', 'POST', `${bitbucket}/pullrequests`, { title: 'A title', source, draft: true }],
  ['azure', 'GET', '/acme/P/_apis/git/repositories/docs/items?path=%2Fa.md&includeContent=true&api-version=7.0'],
])('%s describes %s %s', (host, method, url, body) => {
  expect(faultsOf(host, method, url, body)).toEqual([]);
});

it.each<[fault: RegExp, host: string, method: string, url: string, body?: object]>([
  [/not described/, 'gitea', 'DELETE', '/repos/acme/docs/pulls/7'],
  [/not described/, 'gitea', 'GET', '/repos/acme/docs/pull/7'],
  [/not described/, 'github', 'GET', '/repos/acme/docs/pulls/7/commits/1'],
  [/unknown parameter limits/, 'gitea', 'GET', '/repos/acme/docs/pulls?limits=50'],
  [/has state=any/, 'gitea', 'GET', '/repos/acme/docs/pulls?state=any'],
  [/has per_page=all/, 'github', 'GET', '/repos/acme/docs/pulls?per_page=all'],
  [/has state=CLOSED/, 'bitbucket', 'GET', `${bitbucket}/pullrequests?state=OPEN&state=CLOSED`],
  [/misses the parameter api-version/, 'azure', 'GET', '/acme/P/_apis/git/repositories/docs'],
  [/has a body/, 'bitbucket', 'POST', `${bitbucket}/pullrequests/7/decline`, { message: 'no' }],
  [/body : Unrecognized key: "text"/, 'gitea', 'POST', '/repos/acme/docs/issues/7/comments', { body: 'a', text: 'a' }],
  [/Unrecognized key: "label"/, 'github', 'POST', '/repos/acme/docs/issues/7/labels', { label: 'docs' }],
  [/Unrecognized key: "commit"/, 'bitbucket', 'POST', `${bitbucket}/refs/branches`, { name: 'a', commit: 'b' }],
  [/body body: /, 'github', 'POST', '/repos/acme/docs/issues/7/comments', {}],
  [
    /body source\.branch\.name: /,
    'bitbucket',
    'POST',
    `${bitbucket}/pullrequests`,
    { source: { branch: { name: 7 } } },
  ],
])('finds a fault %s in %s %s %s', (fault, host, method, url, body) => {
  const faults = faultsOf(host, method, url, body);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(fault);
});
