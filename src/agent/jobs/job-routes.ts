import type { HttpApp } from '../../http/create-http-app.ts';
import { addFollowRoutes, type FollowRoutesOptions } from './follow-routes.ts';
import { addOrderRoutes, type OrderRoutesOptions } from './order-routes.ts';

/** Adds the HTTP routes of agent jobs. */
export function addAgentRoutes(app: HttpApp, options: OrderRoutesOptions & FollowRoutesOptions): void {
  addOrderRoutes(app, options);
  addFollowRoutes(app, options);
}
