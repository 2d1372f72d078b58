import { formatBytes } from './format.ts';
import type { UploadProgress } from './upload-file.ts';

/** "2.1 of 4.8 MB, 6 s left": amount and time beside the percentage of an upload. */
export function uploadProgressText(progress: UploadProgress): string {
  if (progress.waiting) return 'Connection lost, trying again...';
  const { loadedBytes, totalBytes, secondsLeft } = progress;
  const [totalNumber, unit] = formatBytes(totalBytes).split(' ');
  const [loadedNumber, loadedUnit] = formatBytes(loadedBytes).split(' ');
  const loaded = loadedUnit === unit ? loadedNumber : `${loadedNumber} ${loadedUnit}`;
  const amount = `${loadedBytes === 0 ? 0 : loaded} of ${totalNumber} ${unit}`;
  return secondsLeft === undefined ? amount : `${amount}, ${timeLeft(secondsLeft)} left`;
}

function timeLeft(seconds: number): string {
  return seconds < 60 ? `${Math.max(1, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`;
}
