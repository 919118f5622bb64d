/** What a verdict stands on: denominators, engagement, mechanism checklist, sensitivity, matching. */

import type { MechanismItem, Tally } from "../../core/comparison.ts";
import type { ReportSection } from "../../core/report-document.ts";
import { count, counted, pEquation, percent, pValue, ratioWithInterval, tally } from "../number.ts";
import { armWords, LABEL_WORDS } from "../words.ts";
import { armTable, facts, heading } from "./fragments.ts";
import { html, type Markup, type Piece } from "./markup.ts";

/** Planned, run, lost: every number a rate is divided by. */
export function denominators(section: ReportSection): Markup {
  const { denominators: of } = section.comparison;
  const words = armWords(section);
  return html`<div>${heading("Denominators", "missing")}
${facts([
  ["Pairs planned", count(of.planned)],
  ["Pairs with two results", count(of.pairs)],
  ["Never run", count(of.notRun)],
  ["Lost to the analysis", percent(of.lostShare)],
])}
${armTable("Trials without a result", words, [
  ["errors", count(of.errors.treatment), count(of.errors.control)],
  ["unscored", count(of.unscored.treatment), count(of.unscored.control)],
  ["missing", count(of.missing.treatment), count(of.missing.control)],
])}
${of.unmatched.map(({ scenario, seed, absent }) => html`<p class="small"><bdi>${scenario}</bdi> seed ${seed}: no trial of ${words[absent]}.</p>`)}</div>`;
}

/** Reached, fired, diverged: three facts, each of which may be unknown. */
export function engagement(section: ReportSection): Markup {
  const { engagement: facts3 } = section.comparison;
  const words = armWords(section);
  const both = (name: string, value: { treatment: Tally; control: Tally }) =>
    [name, tally(value.treatment), tally(value.control)] as const;
  return html`<div>${heading("Engagement", "engagement")}
${armTable("Trials in which the flag", words, [both("was reached", facts3.reached), both("fired", facts3.fired)])}
${facts([
  ["Pairs whose requests differ", tally(facts3.diverged)],
  [
    "Effect where it fired",
    facts3.effectWhenFired === null ? "unknown" : `${(facts3.effectWhenFired * 100).toFixed(0)} points`,
  ],
  ...(facts3.divergesBelow === null
    ? []
    : [["Differs in fewer than", `${percent(facts3.divergesBelow)} of runs (95 % confidence)`] as const]),
  [
    "Replies shared",
    `${words.treatment} ${percent(facts3.sharedReplies.treatment)}, ${words.control} ${percent(facts3.sharedReplies.control)}`,
  ],
])}</div>`;
}

const ANSWERS: Readonly<Record<MechanismItem["answer"], { readonly text: string; readonly tone: string }>> = {
  yes: { text: "✓ yes", tone: "good" },
  no: { text: "✗ no", tone: "bad" },
  "not-checked": { text: "– not checked", tone: "quiet" },
};

/** The checklist of a proof by intervention, every item yes, no or not checked. */
export function mechanism(section: ReportSection): Markup {
  const { mechanism: items } = section.comparison;
  return html`${heading("Mechanism checklist", "mechanism")}${
    items.length === 0
      ? html`<p>Not checked.</p>`
      : html`<ul class="checklist">${items.map((item) => {
          const { text, tone } = ANSWERS[item.answer];
          return html`<li><span class="${tone}">${item.id} ${text}</span><span>${item.claim} <span class="faint"><bdi>${item.reason}</bdi></span></span></li>`;
        })}</ul>`
  }`;
}

/** What would change the verdict: omissions, order, worst case, placebo, headroom. */
export function sensitivity(section: ReportSection): Markup {
  const { omissions, position, worstCase, placebo, headroom, nEff, counts } = section.comparison;
  const words = armWords(section);
  const rows: (readonly [string, Piece])[] = [
    [
      "A placebo does as well",
      `in ${percent(placebo.frequency)} of runs (net ${count(placebo.net)}, ${placebo.source.replaceAll("-", " ")} discordance ${percent(placebo.psi)})`,
    ],
    [
      "Headroom",
      `${words.control} failed ${count(headroom.controlFailures)} of ${count(counts.n)}; ${counted(headroom.winsNeeded, "win")} needed: ${headroom.enough ? "enough" : "not enough"}`,
    ],
    [
      "Distinct transcript pairs",
      `${count(nEff.distinct)}${nEff.applied ? `; the verdict counts ${count(nEff.value)}` : ""}`,
    ],
    [
      "Position in the block",
      position.state === "checked"
        ? position.confounded
          ? `depends on which arm ran first: ${position.disagreeing.join(", ")}`
          : "no disagreement between the arm that ran first and second"
        : position.state === "one-sided"
          ? "one arm always ran first"
          : "order unknown",
    ],
  ];
  if (worstCase !== null)
    rows.push([
      "Missing results at worst",
      `${count(worstCase.counts.b)} better, ${count(worstCase.counts.c)} worse of ${count(worstCase.counts.n)}, ${pEquation(worstCase.exactP)}: ${LABEL_WORDS[worstCase.label].title}${worstCase.changesLabel ? ", which changes the label" : ""}`,
    ]);
  const hanging = omissions.filter(({ changes }) => changes.length > 0);
  rows.push([
    "Leave one out",
    omissions.length === 0
      ? "not checked"
      : hanging.length === 0
        ? `none of ${counted(omissions.length, "omission")} changes anything`
        : hanging.map(
            (omission) =>
              html`<div>without ${omission.kind} <bdi>${omission.omitted}</bdi>: ${LABEL_WORDS[omission.label].title} (${count(omission.b)}/${count(omission.c)} of ${count(omission.n)}, p ${pValue(omission.exactP)}), cost ${ratioWithInterval(omission.cost)}; changes ${omission.changes.join(" and ")}</div>`,
          ),
  ]);
  return html`<div>${heading("What the verdict hangs on", "sensitivity")}${facts(rows)}</div>`;
}

/** Which sources of difference were held equal. */
export function matching(section: ReportSection): Markup {
  const { world, user, faults, replies, sampling, order } = section.matching;
  return html`<div>${heading("What was matched", "pairs")}${facts([
    ["World", world],
    ["User", user],
    ["Faults", faults],
    ["Replies", replies],
    ["Sampling", sampling],
    ["Order", order],
  ])}</div>`;
}
