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
import { createQueryClient } from './api/query-client.ts';
import { createDashboardRouter } from './router.tsx';
import { watchForFormerBuild } from './shell/former-build.ts';

watchForFormerBuild();
const client = createQueryClient();
const router = createDashboardRouter({ client, arrivalSearch: window.location.search });
const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
