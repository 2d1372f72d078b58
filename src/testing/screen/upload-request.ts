type Send = (url: string, init: RequestInit) => Promise<Response>;

/** The part of `XMLHttpRequest` that uploads a file and reports progress, implemented on top of `fetch`. */
export function uploadRequestOver(send: Send) {
  return class UploadRequest {
    readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
      onprogress: null,
    };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    status = 0;
    responseText = '';
    #method = '';
    #url = '';
    #headers = new Headers();
    #responseHeaders = new Headers();
    #abort = new AbortController();

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    getResponseHeader(name: string): string | null {
      return this.#responseHeaders.get(name);
    }
    abort(): void {
      this.#abort.abort();
    }
    send(body: Blob): void {
      this.upload.onprogress?.({ loaded: 0, total: body.size });
      const { signal } = this.#abort;
      void send(this.#url, { method: this.#method, headers: this.#headers, body, signal })
        .then(async (response) => {
          this.upload.onprogress?.({ loaded: body.size, total: body.size });
          this.#responseHeaders = response.headers;
          this.responseText = await response.text();
          this.status = response.status;
        })
        .then(
          () => this.onload?.(),
          () => (signal.aborted ? this.onabort?.() : this.onerror?.()),
        );
    }
  };
}
