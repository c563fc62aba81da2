import { describe, expect, it } from 'vitest';
import { expandPermalink, styleOf, withSuffix } from './permalinks.ts';

const values = {
  path: 'a/2024-05-06-My_Post',
  basename: '2024-05-06-My_Post',
  output_ext: '.html',
  collection: 'posts',
  title: 'My_Post',
  date: '2024-05-06',
  categories: ['News', 'Site Talk'],
};

describe('a permalink', () => {
  it('is filled in', () => {
    const patterns = {
      ':year/:i_month/:i_day/:short_year/:y_day': '/2024/5/6/24/127',
      '/:collection/:path/': '/posts/a/2024-05-06-My_Post/',
      '/:categories/:title:output_ext': '/news/site talk/My_Post.html',
      '/:slugified_categories/:slug': '/news/site-talk/my-post',
      '/:title_:month/:long_month/:unknown': '/My_Post_05/May/:unknown',
    };
    const filled = Object.keys(patterns).map((pattern) => expandPermalink(pattern, values));
    expect(filled).toEqual(Object.values(patterns));
  });

  it('has the slug of the page in place of the name of its file', () => {
    expect(expandPermalink('/:title/', { ...values, slug: 'Other one' })).toBe('/Other-one/');
  });

  it('may be a style, which pages and collections end as well', () => {
    expect(['pretty', 'none', 'date', '/:title'].map((style) => expandPermalink(styleOf(style), values))).toEqual([
      '/news/site talk/2024/05/06/My_Post/',
      '/news/site talk/My_Post.html',
      '/news/site talk/2024/05/06/My_Post.html',
      '/My_Post',
    ]);
    expect(
      ['pretty', 'date', '/:path/', '/:title', '/a:output_ext'].map((style) => withSuffix('/:path', style)),
    ).toEqual(['/:path/', '/:path:output_ext', '/:path/', '/:path', '/:path:output_ext']);
  });
});
