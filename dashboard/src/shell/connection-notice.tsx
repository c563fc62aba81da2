import { useSyncExternalStore } from 'react';
import { isConnectionLost, onConnectionChange } from '../api/connection.ts';

/** Says over any page that the server is away. It goes by itself. */
export function ConnectionNotice() {
  const isLost = useSyncExternalStore(onConnectionChange, isConnectionLost);
  return (
    <div role="status" className="connection">
      {isLost && <p className="notice bad">No connection to the server. Reconnecting…</p>}
    </div>
  );
}
