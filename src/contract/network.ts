import { z } from '@hono/zod-openapi';

/** An address, or a network in CIDR form, of either version of IP. */
export const networkSchema = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
  error: 'Use an IP address or a network in CIDR form, such as "203.0.113.7" or "10.0.0.0/8".',
});
