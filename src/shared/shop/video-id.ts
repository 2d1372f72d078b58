const idPattern = /^[\w-]{11}$/;
const hosts = /^(www\.|m\.|music\.)?(youtube\.com|youtube-nocookie\.com)$/;
const pathForms = /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/;

/**
 * The 11-character id of a YouTube video from pasted text: the id itself, or the URL of a watch page, a short link, an
 * embedded player, a YouTube Short or a live stream. Undefined for anything else, so that untrusted text never reaches
 * the URL of an iframe.
 */
export function youtubeVideoId(pasted: string): string | undefined {
  const text = pasted.trim();
  if (idPattern.test(text)) return text;
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  const candidate =
    url.hostname === 'youtu.be'
      ? url.pathname.slice(1).replace(/\/$/, '')
      : hosts.test(url.hostname)
        ? (url.searchParams.get('v') ?? pathForms.exec(url.pathname)?.[1])
        : undefined;
  return candidate && idPattern.test(candidate) ? candidate : undefined;
}

/**
 * The URL of the player on the host that sets no cookie before the video plays. The video starts automatically, because
 * the user has clicked Play.
 */
export function youtubeEmbedUrl(videoId: string): string {
  return `https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1&rel=0`;
}
