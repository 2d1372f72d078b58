type ErrorType = 'card_error' | 'idempotency_error' | 'invalid_request_error';

type Details = { code?: string; param?: string | undefined; type?: ErrorType; declineCode?: string };

/** An error with Stripe's status, type, code and parameter name: https://docs.stripe.com/api/errors. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.name = 'StripeApiError';
    this.status = status;
    this.details = details;
  }

  /**
   * Whether the response is saved under the idempotency key. Stripe saves no response to a request that fails
   * validation.
   */
  get isSaved(): boolean {
    const isInvalid = this.details.code?.startsWith('parameter_') ?? false;
    return this.status === 404 || this.status === 402 || (this.status === 400 && !isInvalid);
  }

  get body() {
    const { type = 'invalid_request_error', code, param, declineCode } = this.details;
    return { error: { type, message: this.message, code, param, decline_code: declineCode } };
  }
}

/** `resource_missing`: 404 when the path names an object that does not exist, 400 when a parameter names it. */
export function resourceMissing(object: string, id: string, param?: string): StripeApiError {
  const status = param === undefined ? 404 : 400;
  return new StripeApiError(status, `No such ${object}: '${id}'`, { code: 'resource_missing', param });
}

/** A charge that the card's bank has declined. */
export type Decline = { code: string; declineCode: string; message: string };

/** 402 `card_error`. */
export function cardError({ code, declineCode, message }: Decline): StripeApiError {
  return new StripeApiError(402, message, { type: 'card_error', code, declineCode });
}
