import { z } from 'zod';
import type { TestApp } from '../../../../testing/test-app.ts';
import { documentedCalls } from '../../rest/rest.ts';
import type { ApiDocument, Operation } from '../document.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type DescribedCall = { name: string; method: Method; path: string; operation: Operation };

/** Reads the OpenAPI document that the server returns, and lists its operations. */
export async function readApi(test: TestApp) {
  const response = await test.app.inject('/api/openapi.json');
  const document: ApiDocument = response.json();
  const calls = documentedCalls.map(({ method, path }): DescribedCall => {
    const operation =
      document.paths[path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}')]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not in the document`);
    return { name: `${method} ${path}`, method, path, operation };
  });

  function callOf(name: string): DescribedCall {
    const call = calls.find((one) => one.name === name);
    if (!call) throw new Error(`${name} is not documented`);
    return call;
  }

  /** Validates a value against a schema of the document. @returns the errors that were found */
  function problemsOf(schema: object, value: unknown): string[] {
    const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
    const checked = z
      .fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
      .safeParse(value);
    return checked.success
      ? []
      : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }

  return { document, calls, callOf, problemsOf };
}

export type ApiReader = Awaited<ReturnType<typeof readApi>>;
