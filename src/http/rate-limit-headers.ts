/** What a limit allows, and what of it is left. */
export interface RateLimitState {
  /** Name of the policy, in the plural because sentences use it: `jobs`. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Until the oldest counted use leaves the window. */
  readonly resetSeconds: number;
}

/** The headers of the IETF draft `draft-ietf-httpapi-ratelimit-headers-10`. */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    'RateLimit-Policy': `"${state.name}";q=${state.quota};w=${state.windowSeconds}`,
    RateLimit: `"${state.name}";r=${state.remaining};t=${state.resetSeconds}`,
  };
}
