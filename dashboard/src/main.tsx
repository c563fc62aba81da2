import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/popups.css';
import './styles/markdown.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onConnectionReturn, watchConnection } from './api/connection.ts';
import { createQueryClient } from './api/query-client.ts';
import { createDashboardRouter } from './router.tsx';
import { ConnectionNotice } from './shell/connection-notice.tsx';
import { watchForFormerBuild } from './shell/former-build.ts';
import { keepFocus } from './shell/keep-focus.ts';

watchForFormerBuild();
watchConnection();
keepFocus();
const client = createQueryClient();
const router = createDashboardRouter({ client, arrivalSearch: window.location.search });
onConnectionReturn(() => {
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
});
const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <ConnectionNotice />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
