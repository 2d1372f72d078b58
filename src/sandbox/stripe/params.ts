import { StripeApiError } from './api-error.ts';
import type { RawParams } from './form-encoding.ts';

export type Metadata = Record<string, string>;

function invalid(code: string, message: string, param: string): StripeApiError {
  return new StripeApiError(400, message, { code, param });
}

/**
 * Reads parameters by name and type. Every error carries Stripe's code and the full name of the parameter. Parameters
 * that have not been read when `rejectUnread` is called are unknown (400 `parameter_unknown`), including those that
 * only Stripe supports.
 */
export class ParamReader {
  readonly #raw: RawParams;
  readonly #prefix: string;
  readonly #read = new Set<string>();
  readonly #inner: ParamReader[] = [];

  constructor(raw: RawParams, prefix = '') {
    this.#raw = raw;
    this.#prefix = prefix;
  }

  /** `price_data` inside `line_items[0]` is `line_items[0][price_data]`. */
  nameOf(name: string): string {
    return this.#prefix === '' ? name : `${this.#prefix}[${name}]`;
  }

  /** Text where an empty value means null; `max` in characters. Undefined if the parameter was not sent. */
  nullableText(name: string, max = 5_000): string | null | undefined {
    this.#read.add(name);
    const value = this.#raw[name];
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value.length <= max) return value === '' ? null : value;
    const message = `Invalid string: must be at most ${max} characters`;
    throw invalid('parameter_invalid_string', message, this.nameOf(name));
  }

  /** Text that cannot be unset. */
  text(name: string, max?: number): string | undefined {
    const value = this.nullableText(name, max);
    if (value !== null) return value;
    const param = this.nameOf(name);
    const message = `You passed an empty string for '${param}'. Remove it from your request or supply a value.`;
    throw invalid('parameter_invalid_empty', message, param);
  }

  requiredText(name: string, max?: number): string {
    return this.required(name, this.text(name, max));
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.text(name);
    const value = values.find((candidate) => candidate === text);
    if (text === undefined || value !== undefined) return value;
    const param = this.nameOf(name);
    throw invalid('parameter_invalid_enum', `Invalid ${param}: must be one of ${values.join(', ')}`, param);
  }

  /** A whole number of at least `min`. */
  integer(name: string, min = 0): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^-?\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
    throw invalid('parameter_invalid_integer', `Invalid integer: ${text.slice(0, 40)}`, this.nameOf(name));
  }

  requiredInteger(name: string): number {
    return this.required(name, this.integer(name));
  }

  boolean(name: string): boolean | undefined {
    const text = this.oneOf(name, ['true', 'false']);
    return text === undefined ? undefined : text === 'true';
  }

  /** An absolute HTTP or HTTPS URL, returned as sent, because `{CHECKOUT_SESSION_ID}` must not be encoded. */
  url(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || (/^https?:\/\//.test(text) && URL.canParse(text))) return text;
    throw invalid('url_invalid', 'Not a valid URL', this.nameOf(name));
  }

  email(name: string): string | undefined {
    const text = this.text(name, 512);
    if (text === undefined || /^[^\s@]+@[^\s@]+$/.test(text)) return text;
    throw invalid('email_invalid', `Invalid email address: ${text.slice(0, 60)}`, this.nameOf(name));
  }

  object(name: string): ParamReader | undefined {
    this.#read.add(name);
    const value = this.#raw[name];
    if (value === undefined) return undefined;
    if (typeof value === 'string') {
      throw invalid('parameter_invalid_object', 'Invalid object', this.nameOf(name));
    }
    const reader = new ParamReader(value, this.nameOf(name));
    this.#inner.push(reader);
    return reader;
  }

  /** A list of objects, in index order. */
  objects(name: string): ParamReader[] {
    const list = this.object(name);
    return list ? Object.keys(list.#raw).flatMap((key) => list.object(key) ?? []) : [];
  }

  /** A list that must have exactly one object. */
  onlyObject(name: string): ParamReader {
    const [first, second] = this.objects(name);
    if (!second) return this.required(name, first);
    throw invalid('parameter_invalid_array', 'Array must contain exactly 1 element.', this.nameOf(name));
  }

  /** A list of texts, in index order. */
  texts(name: string): string[] {
    const list = this.object(name);
    return list ? Object.keys(list.#raw).map((key) => list.requiredText(key)) : [];
  }

  /** Merges the sent metadata into `current`: at most 50 keys. An empty value removes its key. */
  metadata(name: string, current: Metadata = {}): Metadata {
    const merged = { ...current };
    const sent = this.object(name);
    if (!sent) return merged;
    for (const key of Object.keys(sent.#raw)) {
      const value = sent.nullableText(key, 500);
      if (typeof value === 'string') merged[key] = value;
      else delete merged[key];
    }
    const names = Object.keys(merged);
    if (names.length <= 50 && names.every((key) => key.length <= 40)) return merged;
    throw invalid('parameter_invalid_object', 'Invalid metadata', this.nameOf(name));
  }

  /** @throws StripeApiError 400 `parameter_unknown` for parameters that were sent but never read, at any level. */
  rejectUnread(): void {
    const unknown = Object.keys(this.#raw).find((name) => !this.#read.has(name));
    if (unknown !== undefined) {
      const param = this.nameOf(unknown);
      throw invalid('parameter_unknown', `Received unknown parameter: ${param}`, param);
    }
    for (const inner of this.#inner) inner.rejectUnread();
  }

  /** @throws StripeApiError 400 `parameter_missing` for a parameter that was not sent. */
  required<Value>(name: string, value: Value | undefined): Value {
    if (value !== undefined) return value;
    const param = this.nameOf(name);
    throw invalid('parameter_missing', `Missing required param: ${param}.`, param);
  }
}
