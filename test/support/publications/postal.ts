// Postal addresses.

/** The parts that an address does not have, as the data API shows them. */
export const NO_ADDRESS_PARTS = {
  organization: null,
  line1: null,
  line2: null,
  district: null,
  city: null,
  region: null,
  postal_code: null,
};
