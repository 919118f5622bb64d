/** Help for a narrow window: each description stands below its term instead of beside it. */

import { Help, type HelpConfiguration } from "commander";
import { wrapWords } from "../core/wrap-text.ts";

/** Narrowest column of descriptions that can still be read beside the terms. */
const READABLE = 36;

/** Options for `configureHelp`. */
export const HELP: HelpConfiguration = {
  showGlobalOptions: false,
  // A switch is off and a list is empty unless given: nobody has to read that.
  optionDescription(option) {
    return Help.prototype.optionDescription.call(this, option).replace(/ \(default: (false|\[\])\)$/, "");
  },
  // The lines are wrapped here already, down to any width.
  minWidthToWrap: 20,
  formatItem(term, termWidth, description, helper) {
    const width = helper.helpWidth ?? 80;
    if (description === "" || width - termWidth - 4 >= READABLE)
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    return `  ${term}\n      ${wrapWords(description, width - 6).replaceAll("\n", "\n      ")}`;
  },
};
