import { Registry } from 'prom-client';
import { systemClock } from '../kernel/clock.ts';
import type { AppError } from '../kernel/app-error.ts';
import { DatabaseAway } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logger.ts';
import { createHttpApp, type HttpApp } from './create-http-app.ts';
import { addHealthRoutes } from './health-routes.ts';

/** Answers in the place of an application that could not be opened yet: alive, not ready, and every request by why. */
export function createRefusingApp({
  logger,
  draining,
  fault,
}: {
  logger: Logger;
  draining: AbortSignal;
  fault: AppError;
}): HttpApp {
  const app = createHttpApp({ logger, clock: systemClock, trustedProxies: [] });
  addHealthRoutes(app, {
    checks: { [fault instanceof DatabaseAway ? 'database' : 'storage']: () => Promise.reject(fault) },
    draining,
    registry: new Registry(),
    metrics: { key: undefined },
  });
  app.all('*', () => {
    throw fault;
  });
  return app;
}
