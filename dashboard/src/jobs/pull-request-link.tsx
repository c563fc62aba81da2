/** Only http and https become a link: what a code host answers is not trusted to be harmless. */
export function PullRequestLink({ href, label }: { href: string | null; label?: string }) {
  if (href === null || !/^https?:\/\//.test(href)) return null;
  const isLocal = new URL(href).origin === window.location.origin;
  const number = /(\d+)\/?$/.exec(href)?.[1];
  return (
    <a href={href} {...(isLocal ? {} : { target: '_blank', rel: 'noreferrer' })}>
      {label ?? `Pull request${number === undefined ? '' : ` #${number}`}`}
    </a>
  );
}
