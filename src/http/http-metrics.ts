import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpAppOptions } from './create-http-app.ts';

/** A registry of Prometheus metrics with those of the process and its role, and the observer that times every request. */
export function createHttpMetrics(role = 'all'): {
  registry: Registry;
  onRequest: NonNullable<HttpAppOptions['onRequest']>;
} {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRole(registry, role);
  const durations = new Histogram({
    name: 'docwright_http_request_duration_seconds',
    help: 'Time until the response headers, by route pattern.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    registry,
    onRequest: ({ method, route, status, seconds }) => {
      durations.observe({ method: knownMethod(method), route, status: String(status) }, seconds);
    },
  };
}

/** By which the metrics of processes of one role are put together. */
function addRole(registry: Registry, role: string): void {
  const labelNames = ['role'] as const;
  const help = "Always 1. The label names the process's role.";
  new Gauge({ name: 'docwright_role', help, labelNames, registers: [registry] }).set({ role }, 1);
}

/** Anybody can send any method; each would be a new time series. */
function knownMethod(method: string): string {
  return /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other';
}
