/** The names of the world's tools in their fixed order, so that a fault on a tool that does not exist is found early. */

export const WORLD_TOOLS = [
  "read_file",
  "list_directory",
  "search_files",
  "write_file",
  "run_shell_command",
  "fetch_url",
  "web_search",
  "send_email",
  "create_reminder",
  "list_reminders",
] as const;
export type WorldToolName = (typeof WORLD_TOOLS)[number];
