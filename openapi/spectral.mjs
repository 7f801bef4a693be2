// Lints openapi.json by Spectral's rules for OpenAPI.
import { readFileSync } from "node:fs";
import core from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

const document = JSON.parse(readFileSync("openapi.json", "utf8"));
// Spectral compiles the schema of each example wherever it occurs: responses of several operations are linted once.
for (const { responses = {} } of Object.values(document.paths).flatMap(Object.values))
  for (const status of Object.keys(responses)) if (responses[status].$ref) delete responses[status];

const linter = new core.Spectral();
linter.setRuleset({ extends: rulesets.oas, rules: { "oas3-unused-component": "off" } });

for (const { code, message, path } of await linter.run(document)) {
  console.error(`openapi.json: ${path.join("/")}: ${message} (${code})`);
  process.exitCode = 1;
}
