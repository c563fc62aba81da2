import { Link } from '@tanstack/react-router';
import { basePath } from '../api/base-path.ts';

/** Under whatever name of the server one reads it: the session holds under that name only. */
const ownPage = /^\/projects\/(prj_\w+)\/pulls\/(\d+)$/;

/** Only http and https become a link: what a code host answers is not trusted to be harmless. */
export function PullRequestLink({ href, label }: { href: string | null; label?: string }) {
  if (href === null || !/^https?:\/\//.test(href)) return null;
  const { pathname } = new URL(href);
  const [, projectId, number] =
    ownPage.exec(pathname.startsWith(basePath) ? pathname.slice(basePath.length) : '') ?? [];
  const text = label ?? `Pull request #${/(\d+)\/?$/.exec(pathname)?.[1] ?? ''}`.replace(/ #$/, '');
  if (projectId !== undefined && number !== undefined) {
    return (
      <Link to="/projects/$projectId/pulls/$number" params={{ projectId, number }}>
        {text}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
