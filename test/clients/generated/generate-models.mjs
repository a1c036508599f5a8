import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Models of an AsyncAPI document in four languages: node generate-models.mjs FOLDER_OF_MODELINA DOCUMENT OUT. */
const [modelina, document, out] = process.argv.slice(2);
const make = createRequire(`${modelina}/package.json`)('@asyncapi/modelina');
const LANGUAGES = {
  typescript: [new make.TypeScriptFileGenerator({ modelType: 'interface' }), { exportType: 'named' }],
  python: [new make.PythonFileGenerator(), {}],
  go: [new make.GoFileGenerator(), { packageName: 'models' }],
  java: [new make.JavaFileGenerator(), { packageName: 'models' }],
};
for (const [language, [generator, options]] of Object.entries(LANGUAGES)) {
  mkdirSync(`${out}/${language}`, { recursive: true });
  await generator.generateToFiles(JSON.parse(readFileSync(document, 'utf8')), `${out}/${language}`, options);
}
