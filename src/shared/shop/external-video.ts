import type { SessionVideo } from '../learning/learning.ts';
import { youtubeEmbedUrl, youtubeVideoId } from './video-id.ts';

type ExternalVideo = Extract<SessionVideo, { kind: 'external' }>;

const vimeoHosts = /^(?:www\.|player\.)?vimeo\.com$/;
const vimeoPath =
  /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/;

/** The player URL of a Vimeo video with tracking disabled (`dnt`). The hash opens unlisted videos. */
function vimeoEmbedUrl(url: URL): string | undefined {
  if (!vimeoHosts.test(url.hostname)) return undefined;
  const [, id, pathHash] = vimeoPath.exec(url.pathname) ?? [];
  if (id === undefined) return undefined;
  const hash = pathHash ?? url.searchParams.get('h');
  const unlisted = hash !== null && /^[0-9a-f]{6,20}$/.test(hash) ? `&h=${hash}` : '';
  return `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${unlisted}`;
}

/** How the admin's link is played; null if it is not an https URL. */
export function externalVideo(videoUrl: string | null): ExternalVideo | null {
  if (!videoUrl || !URL.canParse(videoUrl)) return null;
  const url = new URL(videoUrl);
  if (url.protocol !== 'https:') return null;
  const youtube = youtubeVideoId(videoUrl);
  if (youtube) {
    return {
      kind: 'external',
      provider: 'youtube',
      embedUrl: youtubeEmbedUrl(youtube),
      pageUrl: videoUrl,
    };
  }
  const vimeo = vimeoEmbedUrl(url);
  if (vimeo) return { kind: 'external', provider: 'vimeo', embedUrl: vimeo, pageUrl: videoUrl };
  return { kind: 'external', provider: 'other', embedUrl: null, pageUrl: videoUrl };
}
