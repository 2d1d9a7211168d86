import type { CommandKind } from '../contract.ts';

/** A command as the door takes it. */
export interface Command {
  readonly id: number;
  readonly kind: CommandKind;
  readonly connector: number | null;
  readonly idTag: string | null;
  readonly sessionId: number | null;
  /** kW */
  readonly power: number | null;
  /** Of a reservation. */
  readonly until: Date | null;
  /** The reservation that is given up. */
  readonly reservationId: number | null;
  /** The setting that is changed, and to what. */
  readonly settingKey: string | null;
  readonly settingValue: string | null;
}

/**
 * The limit that a person sets and the share of the platform are profiles of their own. Of two of one purpose the higher
 * level holds (OCPP 1.6 section 3.13.2), and a share is never above the limit.
 */
const LIMIT_PROFILE = { id: 1, level: 0 };
const SHARE_PROFILE = { id: 2, level: 1 };

/** The whole charger gives no more than so much, until that is lifted; chargers keep it over a restart (OCPP 1.6 section 3.13). */
const profileOf = ({ id, level }: typeof LIMIT_PROFILE, power: number): object => ({
  connectorId: 0,
  csChargingProfiles: {
    chargingProfileId: id,
    stackLevel: level,
    chargingProfilePurpose: 'ChargePointMaxProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: {
      startSchedule: new Date().toISOString(),
      chargingRateUnit: 'W',
      chargingSchedulePeriod: [{ startPeriod: 0, limit: Math.round(power * 1000) }],
    },
  },
});

/** The call of OCPP 1.6 that a command is. */
export function callOf(command: Command): readonly [method: string, params: object] {
  const { kind, connector, idTag, sessionId, power } = command;
  switch (kind) {
    case 'remoteStart':
      return ['RemoteStartTransaction', { idTag, ...(connector === null ? {} : { connectorId: connector }) }];
    case 'remoteStop':
      return ['RemoteStopTransaction', { transactionId: sessionId }];
    case 'available':
    case 'unavailable':
      return [
        'ChangeAvailability',
        { connectorId: connector ?? 0, type: kind === 'available' ? 'Operative' : 'Inoperative' },
      ];
    case 'limit':
      return ['SetChargingProfile', profileOf(LIMIT_PROFILE, power ?? 0)];
    case 'clearLimit':
      return ['ClearChargingProfile', { id: LIMIT_PROFILE.id }];
    case 'share':
      return ['SetChargingProfile', profileOf(SHARE_PROFILE, power ?? 0)];
    case 'clearShare':
      return ['ClearChargingProfile', { id: SHARE_PROFILE.id }];
    case 'reserve':
      return ['ReserveNow', { connectorId: connector ?? 0, expiryDate: command.until?.toISOString(), idTag, reservationId: command.id }]; // prettier-ignore
    case 'cancelReserve':
      return ['CancelReservation', { reservationId: command.reservationId }];
    case 'unlock':
      return ['UnlockConnector', { connectorId: connector ?? 0 }];
    case 'askState':
      return ['TriggerMessage', { requestedMessage: 'StatusNotification', ...(connector ? { connectorId: connector } : {}) }]; // prettier-ignore
    case 'readSettings':
      return ['GetConfiguration', {}];
    case 'changeSetting':
      return ['ChangeConfiguration', { key: command.settingKey, value: command.settingValue }];
    case 'softReset':
    case 'hardReset':
      return ['Reset', { type: kind === 'softReset' ? 'Soft' : 'Hard' }];
  }
}

/** Statuses other than `Accepted` by which a charger says that it did what it was told. */
const DONE: Readonly<Partial<Record<CommandKind, string>>> = {
  // It is due when the session has ended.
  available: 'Scheduled',
  unavailable: 'Scheduled',
  // A charger without a profile has none to lift.
  clearLimit: 'Unknown',
  clearShare: 'Unknown',
  unlock: 'Unlocked',
  // It is kept, and holds from its next restart on.
  changeSetting: 'RebootRequired',
};

/** Whether a charger has done what it was told, by the status that it answers; settings are an answer without one. */
export const isDone = (kind: CommandKind, status: string): boolean =>
  kind === 'readSettings' || status === 'Accepted' || DONE[kind] === status;
