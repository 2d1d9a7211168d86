/** A registration that a platform takes, but for the name and the credit code (a made-up works). */
export const ENTERPRISE = {
  corporationName: 'Zhao',
  typeCode: '110',
  industryCode: 'C31',
  regionCode: '110000',
  fieldCode: '001',
  energyConsumeLevel: '3',
  address: 'Road 1',
  zipCode: '410000',
  phone: '073100000000',
  fax: '073100000000',
  email: 'a@example.com',
  registerAddress: 'Road 1',
  registerDate: '2003-05-20',
  registerPrincipal: '50000',
  productionLine: 'Melting',
  leadingProduct: 'Steel',
  longitude: 112,
  latitude: 28,
} as const;

/** An electricity meter of the metering archive, but for its names and data code. */
export const INSTRUMENT = {
  meterType: '15260500',
  meterLevel: '1',
  params: '3300',
  manufacturer: 'Maker',
  model: 'DTZ',
  precisionLevel: '0.5S',
  ranges: '3x1.5(6) A',
  alignCycle: 12,
  lastAlignDate: '2025-01-31',
  alignOrg: 'Institute',
  location: 'Hall 1',
  installTime: '2024-01-31',
} as const;
