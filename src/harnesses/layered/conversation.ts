/** State of a session from turn to turn. */

import type { ToolTraits } from "../../tools/world.ts";
import type { HarnessPorts } from "../contract/harness.ts";
import type { PendingActions } from "./actions/pending-actions.ts";
import type { Extensions } from "./extensions/extensions.ts";
import type { KeptConversation } from "./kept-conversation.ts";
import type { MemoryService } from "./memory/memory-service.ts";
import type { Ask } from "./model-line.ts";
import type { Settings } from "./settings.ts";
import type { SpendCap } from "./spend/spend-cap.ts";

export interface Conversation {
  readonly ports: HarnessPorts<Settings>;
  readonly extensions: Extensions;
  /** The world's and those of features. */
  readonly tools: readonly ToolTraits[];
  readonly ask: Ask;
  readonly memory: MemoryService;
  readonly actions: PendingActions;
  readonly spend: SpendCap;
  readonly kept: KeptConversation;
}
