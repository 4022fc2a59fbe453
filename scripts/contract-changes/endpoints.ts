// Breaking changes of endpoints: removed ones, parameters, bodies, answers, headers and authentication (service.md, Versioning, rule 3).
import { asArray, asObject, type Json, type JsonObject } from '../generate/contract.ts';
import { schemaChanges } from './schemas.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Both documents are without $ref. */
export function endpointChanges(before: JsonObject, after: JsonObject): string[] {
  return Object.entries(asObject(before['paths'])).flatMap(([path, item]) =>
    METHODS.filter((method) => method in asObject(item)).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path}`;
      const changed = part(part(after['paths'])[path])[method];
      if (changed === undefined) return [`removed endpoint ${name}`];
      return operationChanges(part(asObject(item)[method]), part(changed), [before, after]).map((change) => `${change} of ${name}`);
    }),
  );
}

/** An object, empty when there is none. */
function part(value: Json | undefined): JsonObject {
  return value === undefined ? {} : asObject(value);
}

function operationChanges(before: JsonObject, after: JsonObject, documents: readonly [JsonObject, JsonObject]): string[] {
  return [
    ...parameterChanges(asArray(before['parameters']).map(part), asArray(after['parameters']).map(part)),
    ...bodyChanges(part(before['requestBody']), part(after['requestBody'])),
    ...answerChanges(part(before['responses']), part(after['responses'])),
    ...(authentication(before, documents[0]) === authentication(after, documents[1]) ? [] : ['changed authentication']),
  ];
}

function parameterChanges(before: readonly JsonObject[], after: readonly JsonObject[]): string[] {
  const added = after.filter((parameter) => find(before, parameter) === undefined && parameter['required'] === true);
  return [
    ...before.flatMap((parameter) => {
      const changed = find(after, parameter);
      const name = `${String(parameter['in'])} parameter ${String(parameter['name'])}`;
      if (changed === undefined) return [`removed ${name}`];
      const required = parameter['required'] !== true && changed['required'] === true ? [`made ${name} required`] : [];
      return [...required, ...schemaChanges(part(parameter['schema']), part(changed['schema']), { direction: 'request', name })];
    }),
    ...added.map((parameter) => `added required ${String(parameter['in'])} parameter ${String(parameter['name'])}`),
  ];
}

/** Header names know no case. */
function find(parameters: readonly JsonObject[], wanted: JsonObject): JsonObject | undefined {
  const key = (parameter: JsonObject): string => `${String(parameter['in'])} ${parameter['in'] === 'header' ? String(parameter['name']).toLowerCase() : String(parameter['name'])}`;
  return parameters.find((parameter) => key(parameter) === key(wanted));
}

function bodyChanges(before: JsonObject, after: JsonObject): string[] {
  const wasRequired = before['required'] === true;
  const required = !wasRequired && after['required'] === true ? ['made the request body required'] : [];
  return [
    ...required,
    ...Object.entries(part(before['content'])).flatMap(([mediaType, content]) => {
      const changed = part(after['content'])[mediaType];
      if (changed === undefined) return [`removed request media type ${mediaType}`];
      return schemaChanges(part(part(content)['schema']), part(part(changed)['schema']), { direction: 'request', name: 'request parameter' });
    }),
  ];
}

function answerChanges(before: JsonObject, after: JsonObject): string[] {
  return Object.entries(before).flatMap(([status, answer]) => {
    const changed = after[status];
    // An error that no longer happens breaks nobody.
    if (changed === undefined) return status.startsWith('2') ? [`removed answer ${status}`] : [];
    const suffix = status.startsWith('2') ? '' : ` in answer ${status}`;
    return [...headerChanges(part(part(answer)['headers']), part(part(changed)['headers'])), ...contentChanges(part(part(answer)['content']), part(part(changed)['content']))].map(
      (change) => `${change}${suffix}`,
    );
  });
}

function headerChanges(before: JsonObject, after: JsonObject): string[] {
  const names = new Map(Object.entries(after).map(([name, header]) => [name.toLowerCase(), part(header)]));
  return Object.entries(before).flatMap(([name, header]) => {
    const changed = names.get(name.toLowerCase());
    if (changed === undefined) return [`removed response header ${name}`];
    return schemaChanges(part(part(header)['schema']), part(changed['schema']), { direction: 'response', name: `response header ${name}` });
  });
}

function contentChanges(before: JsonObject, after: JsonObject): string[] {
  return Object.entries(before).flatMap(([mediaType, content]) => {
    const changed = after[mediaType];
    if (changed === undefined) return [`removed response media type ${mediaType}`];
    return schemaChanges(part(part(content)['schema']), part(part(changed)['schema']), { direction: 'response', name: 'response property' });
  });
}

/** The requirements with what their schemes are, so that another scheme under the same name shows. */
function authentication(operation: JsonObject, document: JsonObject): string {
  const schemes = part(part(document['components'])['securitySchemes']);
  const requirements = asArray(operation['security'] ?? document['security']).map((requirement) =>
    Object.entries(part(requirement)).map(([name, scopes]) => {
      const { description: _, ...scheme } = part(schemes[name]);
      return [scheme, scopes];
    }),
  );
  return JSON.stringify(requirements.map((requirement) => JSON.stringify(requirement)).toSorted());
}
