import type { ModelUsage } from '../../../model/language-model.ts';
import type { PlanItem } from './tools/tool.ts';

/** What a run tells while it goes on. Lines are for people and hold no secret that the model was not given. */
export type TurnEvent =
  /** A piece of text as it streams; not worth storing, `model-turn` has the whole. */
  | { readonly type: 'text'; readonly delta: string }
  | {
      readonly type: 'model-retry';
      readonly attempt: number;
      readonly delayMilliseconds: number;
      readonly reason: string;
    }
  | { readonly type: 'model-turn'; readonly text: string; readonly toolCalls: number; readonly usage: ModelUsage }
  | { readonly type: 'tool-call'; readonly callId: string; readonly tool: string; readonly line: string }
  | {
      readonly type: 'tool-result';
      readonly callId: string;
      readonly tool: string;
      readonly failed: boolean;
      /** First line of the answer. */
      readonly line: string;
    }
  | { readonly type: 'plan'; readonly items: readonly PlanItem[] }
  | { readonly type: 'notice'; readonly text: string }
  | {
      readonly type: 'compaction';
      readonly kind: 'pruned' | 'summarised';
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    };
