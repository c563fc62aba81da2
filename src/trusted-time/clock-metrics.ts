import { Gauge, type Registry } from 'prom-client';
import type { TrustedTime } from './trusted-time.ts';

export function addClockMetrics(registry: Registry, trustedTime: Pick<TrustedTime, 'read'>): void {
  const gauge = new Gauge({
    name: 'docwright_clock_trusted',
    help: '1 while the clock is trusted; 0 while nothing is deleted by age because it jumped or is disputed.',
    registers: [registry],
    collect: async () => {
      // Not a number while a witness does not answer.
      const verdict = await trustedTime.read().then(
        (state) => state.verdict,
        () => undefined,
      );
      gauge.set(verdict === undefined ? NaN : verdict === 'trusted' ? 1 : 0);
    },
  });
}
