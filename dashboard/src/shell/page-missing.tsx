import { serverAddress } from '../api/base-path.ts';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page.tsx';
import { Gate } from '../session/gate.tsx';

export function PageMissing() {
  return (
    <Page title="Page not found">
      <div className="card">
        <Empty
          title="No page at this address"
          actions={
            <Link to="/" className="button">
              Go to the start page
            </Link>
          }
        >
          The link may be outdated, or the project was deleted.
        </Empty>
      </div>
    </Page>
  );
}

/** The same for an address that belongs to no page at all, signed in or not. */
export function AddressMissing() {
  return (
    <Gate title="No page at this address">
      <p>The link may be outdated or incomplete.</p>
      <a href={serverAddress('/')}>Go to the start page</a>
    </Gate>
  );
}
