import { describeDirectRoutes } from './direct-routes.conformance.ts';

describeDirectRoutes('directly', { appOf: (app) => app, isDirect: true });
describeDirectRoutes('through the framework', { appOf: ({ fetch }) => ({ fetch }), isDirect: false });
