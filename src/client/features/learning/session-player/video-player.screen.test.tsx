import { fireEvent, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../../../testing/screen/render.tsx';
import { VideoPlayer } from './video-player.tsx';

const events = { onTime: vi.fn(), onSeek: vi.fn(), onPlaying: vi.fn() };
const onCues = vi.fn();

beforeEach(async () => {
  render(
    <VideoPlayer
      handle={{ current: null }}
      events={events}
      source={{ url: '/video', contentType: 'video/webm' }}
      captionsUrl="/captions"
      title="Rivers"
      startAt={0}
      onCues={onCues}
      ticks={[]}
      onTick={vi.fn()}
      onNearestHand={vi.fn()}
    />,
  );
  await waitFor(() => video());
});
afterEach(() => vi.clearAllMocks());

function video(): HTMLVideoElement {
  const element = document.querySelector('video');
  if (!element) throw new Error('no video');
  return element;
}

/** Sets the state of the video, which the test's DOM does not load. */
function setVideo(state: { duration: number; readyState: number }): void {
  for (const [name, value] of Object.entries(state)) {
    Object.defineProperty(video(), name, { configurable: true, value });
  }
}

const button = (name: string) => within(document.body).getByRole('button', { name });
const position = () => within(document.body).getByRole('slider', { name: 'Position' });

/** Plays a video of 100 seconds up to this second. */
async function playTo(second: number): Promise<void> {
  setVideo({ duration: 100, readyState: 4 });
  fireEvent(video(), new Event('loadedmetadata'));
  fireEvent.click(button('Play'));
  fireEvent(video(), new Event('playing'));
  await waitFor(() => button('Pause'));
  video().currentTime = second;
  fireEvent(video(), new Event('timeupdate'));
  await waitFor(() => expect(position()).toHaveValue(String(second)));
}

/** Does what a browser does when a video cannot be loaded again. */
function failToLoad(): void {
  setVideo({ duration: Number.NaN, readyState: 0 });
  video().currentTime = 0;
  fireEvent(video(), new Event('timeupdate'));
  fireEvent(video(), new Event('error'));
}

it('a video that stops with an error is paused, and keeps its position while retries fail', async () => {
  await playTo(42);
  fireEvent(video(), new Event('error'));
  await waitFor(() => button('Play'));
  expect(events.onPlaying).toHaveBeenLastCalledWith(false);
  for (let retry = 0; retry < 2; retry += 1) {
    fireEvent.click(await within(document.body).findByRole('button', { name: 'Try again' }));
    failToLoad();
    await within(document.body).findByRole('button', { name: 'Try again' });
    expect(position()).toHaveValue('42');
  }
  fireEvent.click(button('Try again'));
  setVideo({ duration: 100, readyState: 1 });
  fireEvent(video(), new Event('loadedmetadata'));
  expect(video().currentTime).toBe(42);
  expect(events.onTime).toHaveBeenCalledTimes(1);
});

it('"Try again" moves the focus to the player, so that its keys work', async () => {
  await playTo(42);
  fireEvent(video(), new Event('error'));
  fireEvent.click(await within(document.body).findByRole('button', { name: 'Try again' }));
  expect(within(document.body).getByRole('region', { name: 'Video: Rivers' })).toHaveFocus();
});

it('after the volume was turned down to 0, "Unmute" restores the previous volume', async () => {
  const volume = () => within(document.body).getByRole('slider', { name: 'Volume' });
  fireEvent.change(volume(), { target: { value: '0.4' } });
  fireEvent.change(volume(), { target: { value: '0' } });
  fireEvent(video(), new Event('volumechange'));
  await waitFor(() => expect(volume()).toHaveValue('0'));
  fireEvent.click(button('Unmute'));
  fireEvent(video(), new Event('volumechange'));
  await waitFor(() => expect(volume()).toHaveValue('0.4'));
  expect(video()).toMatchObject({ muted: false, volume: 0.4 });
});

it('the key that raises the volume unmutes a muted video, and the key that lowers it to 0 mutes the video', () => {
  fireEvent.click(button('Mute'));
  fireEvent.keyDown(button('Mute'), { key: 'ArrowUp' });
  expect(video()).toMatchObject({ muted: false, volume: 0.1 });
  fireEvent.keyDown(button('Mute'), { key: 'ArrowDown' });
  expect(video().muted).toBe(true);
});

it('the player reads captions as plain text, without tags and with `&amp;` unescaped', async () => {
  const track = document.querySelector('track');
  if (!track) throw new Error('no track');
  const cue = new VTTCue(1, 2, '<b>Q&amp;A</b>');
  cue.getCueAsHTML = () => {
    const fragment = document.createDocumentFragment();
    fragment.appendChild(document.createElement('b')).textContent = 'Q&A';
    return fragment;
  };
  Object.defineProperty(track, 'track', { value: { cues: [cue] } });
  await waitFor(() => {
    fireEvent(track, new Event('load'));
    expect(onCues).toHaveBeenLastCalledWith([{ second: 1, text: 'Q&A' }]);
  });
});
