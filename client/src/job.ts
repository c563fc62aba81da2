import type { components } from './api.generated.ts';

export type AgentJob = components['schemas']['AgentJob'];
export type AgentJobStatus = AgentJob['status'];
export type AgentJobEvent = components['schemas']['AgentJobEvent'];
