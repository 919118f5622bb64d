/** Words and files of random conversations. */

import type { Scenario } from "../../core/scenario.ts";

/** Requests, and parts of one. */
export const PARTS: readonly string[] = [
  "Read notes/limits.md and tell me the limit.",
  "Find out why the nightly import fails.",
  "Rename the service in config/app.yaml.",
  "Send Ada the summary.",
  "Remind me on Friday to renew the certificate.",
  "Compare the two price lists.",
  "Delete the old backups.",
  "What did we decide about the launch date?",
  "Restructure the whole platform strategy.",
  "Check line 12 of the table.",
  "Write a short note to the team about the freeze.",
  "Look up the release page and quote the version.",
  "List what is in the reports folder.",
  "Count the rows of data/rows.csv.",
];

/** Statements: some contradict one another in plain words, in time, in number, or not at all. */
export const FACTS: readonly string[] = [
  "The limit is 6000 requests a minute.",
  "The limit is not 6000 requests a minute.",
  "The ceiling is 50 requests a second.",
  "The launch is on 3 March.",
  "The launch is on 17 March.",
  "The launch comes before the freeze.",
  "The launch comes after the freeze.",
  "All regions use the new gateway.",
  "Region north does not use the new gateway.",
  "No region uses the new gateway.",
  "Deploys are always allowed on Fridays.",
  "Deploys are never allowed on Fridays.",
  "Backups are enabled.",
  "Backups are disabled.",
  "The parser accepts empty lines.",
  "The parser rejects empty lines.",
  "Ada owns the service.",
  "I prefer short answers.",
  "The server increases the timeout.",
  "The server decreases the timeout.",
  "The whole platform architecture is the responsibility of the core team.",
  "config/app.yaml names the service heron.",
  "Line 12 of the platform has a wrong value in column 3.",
  "The system architecture of the platform is the strategy of the core team.",
  "A character of the platform is wrong: column 3, line 4, byte 7.",
];

/** Two statements that negate one another in plain words. */
export const OPPOSED: readonly string[] = [
  "The nightly import is enabled.",
  "The nightly import is disabled.",
];

/** Conditions for a reply. */
export const CONSTRAINTS: readonly string[] = [
  "Answer in one sentence.",
  "Use at most 20 words.",
  "Do not use bullet points.",
  "Answer in German.",
];

export const FILES: Readonly<Record<string, string>> = {
  "notes/limits.md": "The limit is 6000 requests a minute.\n",
  "config/app.yaml": "service: heron\nport: 8080\n",
  "data/rows.csv": "id,value\n1,4\n2,5\n",
  "reports/may.md": "May was quiet.\n",
};

export const PAGES: Scenario["world"]["web"] = [
  { url: "https://releases.example/heron", title: "Heron releases", body: "Heron 4.2 is out.", status: 200 },
  { url: "https://down.example/status", title: "Status", body: "no", status: 503 },
];
