/** A time zone in which it is another day than in UTC at `at`. */
export function zoneOnAnotherDay(at: Date): string {
  // In UTC-12, called `Etc/GMT+12`, it is the previous day until 12:00 UTC. In UTC+14, the zone of Kiritimati, it is
  // the next day from 10:00 UTC on.
  return at.getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
}
