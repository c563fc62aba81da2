import { defineConfig } from 'vitest/config';
import { shared } from '../../../vitest.config.ts';

export default defineConfig({
  test: { ...shared, include: ['test/outside/gitea/gitea.suite.ts'], testTimeout: 120_000 },
});
