// Written by scripts/generate.ts from openapi.yaml: never edited by hand.
// @ts-nocheck
import { createRequire } from 'node:module';

const Serializer = createRequire(import.meta.url)('fast-json-stringify/lib/serializer.js');
const serializer = Serializer.restoreFromState({ mode: 'standalone' });
const validator = null;

export const BearerError = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_0 = false
          const value_error_1 = obj["error"]
          if (value_error_1 !== undefined) {
            json += addComma_0 ? ",\"error\":" : ((addComma_0 = true), "{\"error\":")
        if (typeof value_error_1 !== 'string') {
          if (value_error_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_error_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_error_1.toISOString() + JSON_STR_QUOTE
          } else if (value_error_1 instanceof RegExp) {
            json += asString(value_error_1.source)
          } else {
            json += asString(value_error_1.toString())
          }
        } else {
          json += asString(value_error_1)
        }
          }
          const value_error_description_2 = obj["error_description"]
          if (value_error_description_2 !== undefined) {
            json += addComma_0 ? ",\"error_description\":" : ((addComma_0 = true), "{\"error_description\":")
        if (typeof value_error_description_2 !== 'string') {
          if (value_error_description_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_error_description_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_error_description_2.toISOString() + JSON_STR_QUOTE
          } else if (value_error_description_2 instanceof RegExp) {
            json += asString(value_error_description_2.source)
          } else {
            json += asString(value_error_description_2.toString())
          }
        } else {
          json += asString(value_error_description_2)
        }
          }
if (!addComma_0) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Customer = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous1 (obj) {
      // "#/properties/newsletter_slugs"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/newsletter_slugs' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/postal_address"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_NULL
        let json = ''
      const value_country_9 = obj["country"]
      if (value_country_9 !== undefined) {
        json += "{\"country\":"
        if (typeof value_country_9 !== 'string') {
          if (value_country_9 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_country_9 instanceof Date) {
            json += JSON_STR_QUOTE + value_country_9.toISOString() + JSON_STR_QUOTE
          } else if (value_country_9 instanceof RegExp) {
            json += asString(value_country_9.source)
          } else {
            json += asString(value_country_9.toString())
          }
        } else {
          json += asString(value_country_9)
        }
      } else {
        throw new Error('"country" is required!')
      }
      const value_name_10 = obj["name"]
      if (value_name_10 !== undefined) {
        json += ",\"name\":"
      if (value_name_10 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_name_10 !== 'string') {
          if (value_name_10 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_10 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_10.toISOString() + JSON_STR_QUOTE
          } else if (value_name_10 instanceof RegExp) {
            json += asString(value_name_10.source)
          } else {
            json += asString(value_name_10.toString())
          }
        } else {
          json += asString(value_name_10)
        }
      }
      } else {
        throw new Error('"name" is required!')
      }
      const value_organization_11 = obj["organization"]
      if (value_organization_11 !== undefined) {
        json += ",\"organization\":"
      if (value_organization_11 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_organization_11 !== 'string') {
          if (value_organization_11 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_organization_11 instanceof Date) {
            json += JSON_STR_QUOTE + value_organization_11.toISOString() + JSON_STR_QUOTE
          } else if (value_organization_11 instanceof RegExp) {
            json += asString(value_organization_11.source)
          } else {
            json += asString(value_organization_11.toString())
          }
        } else {
          json += asString(value_organization_11)
        }
      }
      } else {
        throw new Error('"organization" is required!')
      }
      const value_line1_12 = obj["line1"]
      if (value_line1_12 !== undefined) {
        json += ",\"line1\":"
      if (value_line1_12 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_line1_12 !== 'string') {
          if (value_line1_12 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_line1_12 instanceof Date) {
            json += JSON_STR_QUOTE + value_line1_12.toISOString() + JSON_STR_QUOTE
          } else if (value_line1_12 instanceof RegExp) {
            json += asString(value_line1_12.source)
          } else {
            json += asString(value_line1_12.toString())
          }
        } else {
          json += asString(value_line1_12)
        }
      }
      } else {
        throw new Error('"line1" is required!')
      }
      const value_line2_13 = obj["line2"]
      if (value_line2_13 !== undefined) {
        json += ",\"line2\":"
      if (value_line2_13 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_line2_13 !== 'string') {
          if (value_line2_13 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_line2_13 instanceof Date) {
            json += JSON_STR_QUOTE + value_line2_13.toISOString() + JSON_STR_QUOTE
          } else if (value_line2_13 instanceof RegExp) {
            json += asString(value_line2_13.source)
          } else {
            json += asString(value_line2_13.toString())
          }
        } else {
          json += asString(value_line2_13)
        }
      }
      } else {
        throw new Error('"line2" is required!')
      }
      const value_district_14 = obj["district"]
      if (value_district_14 !== undefined) {
        json += ",\"district\":"
      if (value_district_14 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_district_14 !== 'string') {
          if (value_district_14 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_district_14 instanceof Date) {
            json += JSON_STR_QUOTE + value_district_14.toISOString() + JSON_STR_QUOTE
          } else if (value_district_14 instanceof RegExp) {
            json += asString(value_district_14.source)
          } else {
            json += asString(value_district_14.toString())
          }
        } else {
          json += asString(value_district_14)
        }
      }
      } else {
        throw new Error('"district" is required!')
      }
      const value_city_15 = obj["city"]
      if (value_city_15 !== undefined) {
        json += ",\"city\":"
      if (value_city_15 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_city_15 !== 'string') {
          if (value_city_15 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_city_15 instanceof Date) {
            json += JSON_STR_QUOTE + value_city_15.toISOString() + JSON_STR_QUOTE
          } else if (value_city_15 instanceof RegExp) {
            json += asString(value_city_15.source)
          } else {
            json += asString(value_city_15.toString())
          }
        } else {
          json += asString(value_city_15)
        }
      }
      } else {
        throw new Error('"city" is required!')
      }
      const value_region_16 = obj["region"]
      if (value_region_16 !== undefined) {
        json += ",\"region\":"
      if (value_region_16 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_region_16 !== 'string') {
          if (value_region_16 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_region_16 instanceof Date) {
            json += JSON_STR_QUOTE + value_region_16.toISOString() + JSON_STR_QUOTE
          } else if (value_region_16 instanceof RegExp) {
            json += asString(value_region_16.source)
          } else {
            json += asString(value_region_16.toString())
          }
        } else {
          json += asString(value_region_16)
        }
      }
      } else {
        throw new Error('"region" is required!')
      }
      const value_postal_code_17 = obj["postal_code"]
      if (value_postal_code_17 !== undefined) {
        json += ",\"postal_code\":"
      if (value_postal_code_17 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_postal_code_17 !== 'string') {
          if (value_postal_code_17 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_postal_code_17 instanceof Date) {
            json += JSON_STR_QUOTE + value_postal_code_17.toISOString() + JSON_STR_QUOTE
          } else if (value_postal_code_17 instanceof RegExp) {
            json += asString(value_postal_code_17.source)
          } else {
            json += asString(value_postal_code_17.toString())
          }
        } else {
          json += asString(value_postal_code_17)
        }
      }
      } else {
        throw new Error('"postal_code" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_email_2 = obj["email"]
      if (value_email_2 !== undefined) {
        json += ",\"email\":"
      if (value_email_2 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_email_2 !== 'string') {
          if (value_email_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_email_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_email_2.toISOString() + JSON_STR_QUOTE
          } else if (value_email_2 instanceof RegExp) {
            json += asString(value_email_2.source)
          } else {
            json += asString(value_email_2.toString())
          }
        } else {
          json += asString(value_email_2)
        }
      }
      } else {
        throw new Error('"email" is required!')
      }
      const value_name_3 = obj["name"]
      if (value_name_3 !== undefined) {
        json += ",\"name\":"
      if (value_name_3 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_name_3 !== 'string') {
          if (value_name_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_3.toISOString() + JSON_STR_QUOTE
          } else if (value_name_3 instanceof RegExp) {
            json += asString(value_name_3.source)
          } else {
            json += asString(value_name_3.toString())
          }
        } else {
          json += asString(value_name_3)
        }
      }
      } else {
        throw new Error('"name" is required!')
      }
      const value_newsletter_slugs_4 = obj["newsletter_slugs"]
      if (value_newsletter_slugs_4 !== undefined) {
        json += ",\"newsletter_slugs\":"
        json += anonymous1(value_newsletter_slugs_4)
      } else {
        throw new Error('"newsletter_slugs" is required!')
      }
      const value_plan_slug_5 = obj["plan_slug"]
      if (value_plan_slug_5 !== undefined) {
        json += ",\"plan_slug\":"
      if (value_plan_slug_5 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_plan_slug_5 !== 'string') {
          if (value_plan_slug_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_slug_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_slug_5.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_slug_5 instanceof RegExp) {
            json += asString(value_plan_slug_5.source)
          } else {
            json += asString(value_plan_slug_5.toString())
          }
        } else {
          json += asString(value_plan_slug_5)
        }
      }
      } else {
        throw new Error('"plan_slug" is required!')
      }
      const value_activation_url_6 = obj["activation_url"]
      if (value_activation_url_6 !== undefined) {
        json += ",\"activation_url\":"
      if (value_activation_url_6 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_activation_url_6 !== 'string') {
          if (value_activation_url_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_activation_url_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_activation_url_6.toISOString() + JSON_STR_QUOTE
          } else if (value_activation_url_6 instanceof RegExp) {
            json += asString(value_activation_url_6.source)
          } else {
            json += asString(value_activation_url_6.toString())
          }
        } else {
          json += asString(value_activation_url_6)
        }
      }
      } else {
        throw new Error('"activation_url" is required!')
      }
      const value_postal_address_7 = obj["postal_address"]
      if (value_postal_address_7 !== undefined) {
        json += ",\"postal_address\":"
      if (value_postal_address_7 === null) {
        json += JSON_STR_NULL
      } else {
    json += anonymous2(value_postal_address_7)
      }
      }
      const value_state_18 = obj["state"]
      if (value_state_18 !== undefined) {
        json += ",\"state\":"
        if (typeof value_state_18 !== 'string') {
          if (value_state_18 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_state_18 instanceof Date) {
            json += JSON_STR_QUOTE + value_state_18.toISOString() + JSON_STR_QUOTE
          } else if (value_state_18 instanceof RegExp) {
            json += asString(value_state_18.source)
          } else {
            json += asString(value_state_18.toString())
          }
        } else {
          json += asString(value_state_18)
        }
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const CustomerPage = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous3 (obj) {
      // "#/properties/objects/items/properties/newsletter_slugs"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects/items/properties/newsletter_slugs' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/objects/items/properties/postal_address"
      function anonymous4 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_NULL
        let json = ''
      const value_country_11 = obj["country"]
      if (value_country_11 !== undefined) {
        json += "{\"country\":"
        if (typeof value_country_11 !== 'string') {
          if (value_country_11 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_country_11 instanceof Date) {
            json += JSON_STR_QUOTE + value_country_11.toISOString() + JSON_STR_QUOTE
          } else if (value_country_11 instanceof RegExp) {
            json += asString(value_country_11.source)
          } else {
            json += asString(value_country_11.toString())
          }
        } else {
          json += asString(value_country_11)
        }
      } else {
        throw new Error('"country" is required!')
      }
      const value_name_12 = obj["name"]
      if (value_name_12 !== undefined) {
        json += ",\"name\":"
      if (value_name_12 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_name_12 !== 'string') {
          if (value_name_12 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_12 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_12.toISOString() + JSON_STR_QUOTE
          } else if (value_name_12 instanceof RegExp) {
            json += asString(value_name_12.source)
          } else {
            json += asString(value_name_12.toString())
          }
        } else {
          json += asString(value_name_12)
        }
      }
      } else {
        throw new Error('"name" is required!')
      }
      const value_organization_13 = obj["organization"]
      if (value_organization_13 !== undefined) {
        json += ",\"organization\":"
      if (value_organization_13 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_organization_13 !== 'string') {
          if (value_organization_13 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_organization_13 instanceof Date) {
            json += JSON_STR_QUOTE + value_organization_13.toISOString() + JSON_STR_QUOTE
          } else if (value_organization_13 instanceof RegExp) {
            json += asString(value_organization_13.source)
          } else {
            json += asString(value_organization_13.toString())
          }
        } else {
          json += asString(value_organization_13)
        }
      }
      } else {
        throw new Error('"organization" is required!')
      }
      const value_line1_14 = obj["line1"]
      if (value_line1_14 !== undefined) {
        json += ",\"line1\":"
      if (value_line1_14 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_line1_14 !== 'string') {
          if (value_line1_14 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_line1_14 instanceof Date) {
            json += JSON_STR_QUOTE + value_line1_14.toISOString() + JSON_STR_QUOTE
          } else if (value_line1_14 instanceof RegExp) {
            json += asString(value_line1_14.source)
          } else {
            json += asString(value_line1_14.toString())
          }
        } else {
          json += asString(value_line1_14)
        }
      }
      } else {
        throw new Error('"line1" is required!')
      }
      const value_line2_15 = obj["line2"]
      if (value_line2_15 !== undefined) {
        json += ",\"line2\":"
      if (value_line2_15 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_line2_15 !== 'string') {
          if (value_line2_15 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_line2_15 instanceof Date) {
            json += JSON_STR_QUOTE + value_line2_15.toISOString() + JSON_STR_QUOTE
          } else if (value_line2_15 instanceof RegExp) {
            json += asString(value_line2_15.source)
          } else {
            json += asString(value_line2_15.toString())
          }
        } else {
          json += asString(value_line2_15)
        }
      }
      } else {
        throw new Error('"line2" is required!')
      }
      const value_district_16 = obj["district"]
      if (value_district_16 !== undefined) {
        json += ",\"district\":"
      if (value_district_16 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_district_16 !== 'string') {
          if (value_district_16 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_district_16 instanceof Date) {
            json += JSON_STR_QUOTE + value_district_16.toISOString() + JSON_STR_QUOTE
          } else if (value_district_16 instanceof RegExp) {
            json += asString(value_district_16.source)
          } else {
            json += asString(value_district_16.toString())
          }
        } else {
          json += asString(value_district_16)
        }
      }
      } else {
        throw new Error('"district" is required!')
      }
      const value_city_17 = obj["city"]
      if (value_city_17 !== undefined) {
        json += ",\"city\":"
      if (value_city_17 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_city_17 !== 'string') {
          if (value_city_17 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_city_17 instanceof Date) {
            json += JSON_STR_QUOTE + value_city_17.toISOString() + JSON_STR_QUOTE
          } else if (value_city_17 instanceof RegExp) {
            json += asString(value_city_17.source)
          } else {
            json += asString(value_city_17.toString())
          }
        } else {
          json += asString(value_city_17)
        }
      }
      } else {
        throw new Error('"city" is required!')
      }
      const value_region_18 = obj["region"]
      if (value_region_18 !== undefined) {
        json += ",\"region\":"
      if (value_region_18 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_region_18 !== 'string') {
          if (value_region_18 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_region_18 instanceof Date) {
            json += JSON_STR_QUOTE + value_region_18.toISOString() + JSON_STR_QUOTE
          } else if (value_region_18 instanceof RegExp) {
            json += asString(value_region_18.source)
          } else {
            json += asString(value_region_18.toString())
          }
        } else {
          json += asString(value_region_18)
        }
      }
      } else {
        throw new Error('"region" is required!')
      }
      const value_postal_code_19 = obj["postal_code"]
      if (value_postal_code_19 !== undefined) {
        json += ",\"postal_code\":"
      if (value_postal_code_19 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_postal_code_19 !== 'string') {
          if (value_postal_code_19 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_postal_code_19 instanceof Date) {
            json += JSON_STR_QUOTE + value_postal_code_19.toISOString() + JSON_STR_QUOTE
          } else if (value_postal_code_19 instanceof RegExp) {
            json += asString(value_postal_code_19.source)
          } else {
            json += asString(value_postal_code_19.toString())
          }
        } else {
          json += asString(value_postal_code_19)
        }
      }
      } else {
        throw new Error('"postal_code" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_3 = obj["id"]
      if (value_id_3 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_3 !== 'string') {
          if (value_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_id_3 instanceof RegExp) {
            json += asString(value_id_3.source)
          } else {
            json += asString(value_id_3.toString())
          }
        } else {
          json += asString(value_id_3)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_email_4 = obj["email"]
      if (value_email_4 !== undefined) {
        json += ",\"email\":"
      if (value_email_4 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_email_4 !== 'string') {
          if (value_email_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_email_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_email_4.toISOString() + JSON_STR_QUOTE
          } else if (value_email_4 instanceof RegExp) {
            json += asString(value_email_4.source)
          } else {
            json += asString(value_email_4.toString())
          }
        } else {
          json += asString(value_email_4)
        }
      }
      } else {
        throw new Error('"email" is required!')
      }
      const value_name_5 = obj["name"]
      if (value_name_5 !== undefined) {
        json += ",\"name\":"
      if (value_name_5 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_name_5 !== 'string') {
          if (value_name_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_5.toISOString() + JSON_STR_QUOTE
          } else if (value_name_5 instanceof RegExp) {
            json += asString(value_name_5.source)
          } else {
            json += asString(value_name_5.toString())
          }
        } else {
          json += asString(value_name_5)
        }
      }
      } else {
        throw new Error('"name" is required!')
      }
      const value_newsletter_slugs_6 = obj["newsletter_slugs"]
      if (value_newsletter_slugs_6 !== undefined) {
        json += ",\"newsletter_slugs\":"
        json += anonymous3(value_newsletter_slugs_6)
      } else {
        throw new Error('"newsletter_slugs" is required!')
      }
      const value_plan_slug_7 = obj["plan_slug"]
      if (value_plan_slug_7 !== undefined) {
        json += ",\"plan_slug\":"
      if (value_plan_slug_7 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_plan_slug_7 !== 'string') {
          if (value_plan_slug_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_slug_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_slug_7.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_slug_7 instanceof RegExp) {
            json += asString(value_plan_slug_7.source)
          } else {
            json += asString(value_plan_slug_7.toString())
          }
        } else {
          json += asString(value_plan_slug_7)
        }
      }
      } else {
        throw new Error('"plan_slug" is required!')
      }
      const value_activation_url_8 = obj["activation_url"]
      if (value_activation_url_8 !== undefined) {
        json += ",\"activation_url\":"
      if (value_activation_url_8 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_activation_url_8 !== 'string') {
          if (value_activation_url_8 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_activation_url_8 instanceof Date) {
            json += JSON_STR_QUOTE + value_activation_url_8.toISOString() + JSON_STR_QUOTE
          } else if (value_activation_url_8 instanceof RegExp) {
            json += asString(value_activation_url_8.source)
          } else {
            json += asString(value_activation_url_8.toString())
          }
        } else {
          json += asString(value_activation_url_8)
        }
      }
      } else {
        throw new Error('"activation_url" is required!')
      }
      const value_postal_address_9 = obj["postal_address"]
      if (value_postal_address_9 !== undefined) {
        json += ",\"postal_address\":"
      if (value_postal_address_9 === null) {
        json += JSON_STR_NULL
      } else {
    json += anonymous4(value_postal_address_9)
      }
      }
      const value_state_20 = obj["state"]
      if (value_state_20 !== undefined) {
        json += ",\"state\":"
        if (typeof value_state_20 !== 'string') {
          if (value_state_20 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_state_20 instanceof Date) {
            json += JSON_STR_QUOTE + value_state_20.toISOString() + JSON_STR_QUOTE
          } else if (value_state_20 instanceof RegExp) {
            json += asString(value_state_20.source)
          } else {
            json += asString(value_state_20.toString())
          }
        } else {
          json += asString(value_state_20)
        }
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/objects"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_objects_1 = obj["objects"]
      if (value_objects_1 !== undefined) {
        json += "{\"objects\":"
        json += anonymous1(value_objects_1)
      } else {
        throw new Error('"objects" is required!')
      }
      const value_next_page_21 = obj["next_page"]
      if (value_next_page_21 !== undefined) {
        json += ",\"next_page\":"
      if (value_next_page_21 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_next_page_21 !== 'string') {
          if (value_next_page_21 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_next_page_21 instanceof Date) {
            json += JSON_STR_QUOTE + value_next_page_21.toISOString() + JSON_STR_QUOTE
          } else if (value_next_page_21 instanceof RegExp) {
            json += asString(value_next_page_21.source)
          } else {
            json += asString(value_next_page_21.toString())
          }
        } else {
          json += asString(value_next_page_21)
        }
      }
      } else {
        throw new Error('"next_page" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const ErasedCustomer = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_erased_2 = obj["erased"]
      if (value_erased_2 !== undefined) {
        json += ",\"erased\":"
        json += asBoolean(value_erased_2)
      } else {
        throw new Error('"erased" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const ErasedMember = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_erased_2 = obj["erased"]
      if (value_erased_2 !== undefined) {
        json += ",\"erased\":"
        json += asBoolean(value_erased_2)
      } else {
        throw new Error('"erased" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Error = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#/properties/error"
      function anonymous1 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_code_3 = obj["code"]
      if (value_code_3 !== undefined) {
        json += "{\"code\":"
        if (typeof value_code_3 !== 'string') {
          if (value_code_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_code_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_code_3.toISOString() + JSON_STR_QUOTE
          } else if (value_code_3 instanceof RegExp) {
            json += asString(value_code_3.source)
          } else {
            json += asString(value_code_3.toString())
          }
        } else {
          json += asString(value_code_3)
        }
      } else {
        throw new Error('"code" is required!')
      }
      const value_message_4 = obj["message"]
      if (value_message_4 !== undefined) {
        json += ",\"message\":"
        if (typeof value_message_4 !== 'string') {
          if (value_message_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_message_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_message_4.toISOString() + JSON_STR_QUOTE
          } else if (value_message_4 instanceof RegExp) {
            json += asString(value_message_4.source)
          } else {
            json += asString(value_message_4.toString())
          }
        } else {
          json += asString(value_message_4)
        }
      } else {
        throw new Error('"message" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_error_1 = obj["error"]
      if (value_error_1 !== undefined) {
        json += "{\"error\":"
        json += anonymous1(value_error_1)
      } else {
        throw new Error('"error" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const EventPage = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#/properties/objects/items/properties/data"
      function anonymous3 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_7 = false
    for (const key of Object.keys(obj)) {
      if (
        obj[key] === undefined ||
        typeof obj[key] === 'function' ||
        typeof obj[key] === 'symbol'
      ) continue
      const value = obj[key]
        json += addComma_7 ? JSON_STR_COMMA : ((addComma_7 = true), JSON_STR_BEGIN_OBJECT)
        json += asString(key) + JSON_STR_COLONS + JSON.stringify(value)
    }
  if (!addComma_7) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items/properties/previous"
      function anonymous4 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_NULL
        let json = ''
        let addComma_9 = false
    for (const key of Object.keys(obj)) {
      if (
        obj[key] === undefined ||
        typeof obj[key] === 'function' ||
        typeof obj[key] === 'symbol'
      ) continue
      const value = obj[key]
        json += addComma_9 ? JSON_STR_COMMA : ((addComma_9 = true), JSON_STR_BEGIN_OBJECT)
        json += asString(key) + JSON_STR_COLONS + JSON.stringify(value)
    }
  if (!addComma_9) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_3 = obj["id"]
      if (value_id_3 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_3 !== 'string') {
          if (value_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_id_3 instanceof RegExp) {
            json += asString(value_id_3.source)
          } else {
            json += asString(value_id_3.toString())
          }
        } else {
          json += asString(value_id_3)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_type_4 = obj["type"]
      if (value_type_4 !== undefined) {
        json += ",\"type\":"
        if (typeof value_type_4 !== 'string') {
          if (value_type_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_type_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_type_4.toISOString() + JSON_STR_QUOTE
          } else if (value_type_4 instanceof RegExp) {
            json += asString(value_type_4.source)
          } else {
            json += asString(value_type_4.toString())
          }
        } else {
          json += asString(value_type_4)
        }
      } else {
        throw new Error('"type" is required!')
      }
      const value_timestamp_5 = obj["timestamp"]
      if (value_timestamp_5 !== undefined) {
        json += ",\"timestamp\":"
        if (typeof value_timestamp_5 !== 'string') {
          if (value_timestamp_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_timestamp_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_timestamp_5.toISOString() + JSON_STR_QUOTE
          } else if (value_timestamp_5 instanceof RegExp) {
            json += asString(value_timestamp_5.source)
          } else {
            json += asString(value_timestamp_5.toString())
          }
        } else {
          json += asString(value_timestamp_5)
        }
      } else {
        throw new Error('"timestamp" is required!')
      }
      const value_data_6 = obj["data"]
      if (value_data_6 !== undefined) {
        json += ",\"data\":"
        json += anonymous3(value_data_6)
      } else {
        throw new Error('"data" is required!')
      }
      const value_previous_8 = obj["previous"]
      if (value_previous_8 !== undefined) {
        json += ",\"previous\":"
      if (value_previous_8 === null) {
        json += JSON_STR_NULL
      } else {
    json += anonymous4(value_previous_8)
      }
      } else {
        throw new Error('"previous" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/objects"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_objects_1 = obj["objects"]
      if (value_objects_1 !== undefined) {
        json += "{\"objects\":"
        json += anonymous1(value_objects_1)
      } else {
        throw new Error('"objects" is required!')
      }
      const value_next_page_10 = obj["next_page"]
      if (value_next_page_10 !== undefined) {
        json += ",\"next_page\":"
      if (value_next_page_10 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_next_page_10 !== 'string') {
          if (value_next_page_10 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_next_page_10 instanceof Date) {
            json += JSON_STR_QUOTE + value_next_page_10.toISOString() + JSON_STR_QUOTE
          } else if (value_next_page_10 instanceof RegExp) {
            json += asString(value_next_page_10.source)
          } else {
            json += asString(value_next_page_10.toString())
          }
        } else {
          json += asString(value_next_page_10)
        }
      }
      } else {
        throw new Error('"next_page" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Figures = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#/properties/periods/items/properties/money/items"
      function anonymous4 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_currency_28 = obj["currency"]
      if (value_currency_28 !== undefined) {
        json += "{\"currency\":"
        if (typeof value_currency_28 !== 'string') {
          if (value_currency_28 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_currency_28 instanceof Date) {
            json += JSON_STR_QUOTE + value_currency_28.toISOString() + JSON_STR_QUOTE
          } else if (value_currency_28 instanceof RegExp) {
            json += asString(value_currency_28.source)
          } else {
            json += asString(value_currency_28.toString())
          }
        } else {
          json += asString(value_currency_28)
        }
      } else {
        throw new Error('"currency" is required!')
      }
      const value_in_29 = obj["in"]
      if (value_in_29 !== undefined) {
        json += ",\"in\":"
        json += asInteger(value_in_29)
      } else {
        throw new Error('"in" is required!')
      }
      const value_out_30 = obj["out"]
      if (value_out_30 !== undefined) {
        json += ",\"out\":"
        json += asInteger(value_out_30)
      } else {
        throw new Error('"out" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous3 (obj) {
      // "#/properties/periods/items/properties/money"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/periods/items/properties/money' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous4(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous4(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/periods/items/properties/recurring_revenue/items"
      function anonymous6 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_currency_33 = obj["currency"]
      if (value_currency_33 !== undefined) {
        json += "{\"currency\":"
        if (typeof value_currency_33 !== 'string') {
          if (value_currency_33 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_currency_33 instanceof Date) {
            json += JSON_STR_QUOTE + value_currency_33.toISOString() + JSON_STR_QUOTE
          } else if (value_currency_33 instanceof RegExp) {
            json += asString(value_currency_33.source)
          } else {
            json += asString(value_currency_33.toString())
          }
        } else {
          json += asString(value_currency_33)
        }
      } else {
        throw new Error('"currency" is required!')
      }
      const value_plan_id_34 = obj["plan_id"]
      if (value_plan_id_34 !== undefined) {
        json += ",\"plan_id\":"
        if (typeof value_plan_id_34 !== 'string') {
          if (value_plan_id_34 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_id_34 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_id_34.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_id_34 instanceof RegExp) {
            json += asString(value_plan_id_34.source)
          } else {
            json += asString(value_plan_id_34.toString())
          }
        } else {
          json += asString(value_plan_id_34)
        }
      } else {
        throw new Error('"plan_id" is required!')
      }
      const value_mrr_twelfths_35 = obj["mrr_twelfths"]
      if (value_mrr_twelfths_35 !== undefined) {
        json += ",\"mrr_twelfths\":"
        json += asInteger(value_mrr_twelfths_35)
      } else {
        throw new Error('"mrr_twelfths" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous5 (obj) {
      // "#/properties/periods/items/properties/recurring_revenue"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/periods/items/properties/recurring_revenue' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous6(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous6(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/periods/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_from_7 = obj["from"]
      if (value_from_7 !== undefined) {
        json += "{\"from\":"
        if (typeof value_from_7 !== 'string') {
          if (value_from_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_from_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_from_7.toISOString() + JSON_STR_QUOTE
          } else if (value_from_7 instanceof RegExp) {
            json += asString(value_from_7.source)
          } else {
            json += asString(value_from_7.toString())
          }
        } else {
          json += asString(value_from_7)
        }
      } else {
        throw new Error('"from" is required!')
      }
      const value_to_8 = obj["to"]
      if (value_to_8 !== undefined) {
        json += ",\"to\":"
        if (typeof value_to_8 !== 'string') {
          if (value_to_8 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_to_8 instanceof Date) {
            json += JSON_STR_QUOTE + value_to_8.toISOString() + JSON_STR_QUOTE
          } else if (value_to_8 instanceof RegExp) {
            json += asString(value_to_8.source)
          } else {
            json += asString(value_to_8.toString())
          }
        } else {
          json += asString(value_to_8)
        }
      } else {
        throw new Error('"to" is required!')
      }
      const value_members_9 = obj["members"]
      if (value_members_9 !== undefined) {
        json += ",\"members\":"
        json += asInteger(value_members_9)
      } else {
        throw new Error('"members" is required!')
      }
      const value_paying_10 = obj["paying"]
      if (value_paying_10 !== undefined) {
        json += ",\"paying\":"
        json += asInteger(value_paying_10)
      } else {
        throw new Error('"paying" is required!')
      }
      const value_past_due_11 = obj["past_due"]
      if (value_past_due_11 !== undefined) {
        json += ",\"past_due\":"
        json += asInteger(value_past_due_11)
      } else {
        throw new Error('"past_due" is required!')
      }
      const value_trial_12 = obj["trial"]
      if (value_trial_12 !== undefined) {
        json += ",\"trial\":"
        json += asInteger(value_trial_12)
      } else {
        throw new Error('"trial" is required!')
      }
      const value_gift_13 = obj["gift"]
      if (value_gift_13 !== undefined) {
        json += ",\"gift\":"
        json += asInteger(value_gift_13)
      } else {
        throw new Error('"gift" is required!')
      }
      const value_paused_14 = obj["paused"]
      if (value_paused_14 !== undefined) {
        json += ",\"paused\":"
        json += asInteger(value_paused_14)
      } else {
        throw new Error('"paused" is required!')
      }
      const value_complimentary_15 = obj["complimentary"]
      if (value_complimentary_15 !== undefined) {
        json += ",\"complimentary\":"
        json += asInteger(value_complimentary_15)
      } else {
        throw new Error('"complimentary" is required!')
      }
      const value_ended_16 = obj["ended"]
      if (value_ended_16 !== undefined) {
        json += ",\"ended\":"
        json += asInteger(value_ended_16)
      } else {
        throw new Error('"ended" is required!')
      }
      const value_free_17 = obj["free"]
      if (value_free_17 !== undefined) {
        json += ",\"free\":"
        json += asInteger(value_free_17)
      } else {
        throw new Error('"free" is required!')
      }
      const value_joined_18 = obj["joined"]
      if (value_joined_18 !== undefined) {
        json += ",\"joined\":"
        json += asInteger(value_joined_18)
      } else {
        throw new Error('"joined" is required!')
      }
      const value_subscribers_at_start_19 = obj["subscribers_at_start"]
      if (value_subscribers_at_start_19 !== undefined) {
        json += ",\"subscribers_at_start\":"
        json += asInteger(value_subscribers_at_start_19)
      } else {
        throw new Error('"subscribers_at_start" is required!')
      }
      const value_subscribers_new_20 = obj["subscribers_new"]
      if (value_subscribers_new_20 !== undefined) {
        json += ",\"subscribers_new\":"
        json += asInteger(value_subscribers_new_20)
      } else {
        throw new Error('"subscribers_new" is required!')
      }
      const value_subscribers_lost_21 = obj["subscribers_lost"]
      if (value_subscribers_lost_21 !== undefined) {
        json += ",\"subscribers_lost\":"
        json += asInteger(value_subscribers_lost_21)
      } else {
        throw new Error('"subscribers_lost" is required!')
      }
      const value_ended_in_period_22 = obj["ended_in_period"]
      if (value_ended_in_period_22 !== undefined) {
        json += ",\"ended_in_period\":"
        json += asInteger(value_ended_in_period_22)
      } else {
        throw new Error('"ended_in_period" is required!')
      }
      const value_trials_begun_23 = obj["trials_begun"]
      if (value_trials_begun_23 !== undefined) {
        json += ",\"trials_begun\":"
        json += asInteger(value_trials_begun_23)
      } else {
        throw new Error('"trials_begun" is required!')
      }
      const value_trials_converted_24 = obj["trials_converted"]
      if (value_trials_converted_24 !== undefined) {
        json += ",\"trials_converted\":"
        json += asInteger(value_trials_converted_24)
      } else {
        throw new Error('"trials_converted" is required!')
      }
      const value_trials_not_converted_25 = obj["trials_not_converted"]
      if (value_trials_not_converted_25 !== undefined) {
        json += ",\"trials_not_converted\":"
        json += asInteger(value_trials_not_converted_25)
      } else {
        throw new Error('"trials_not_converted" is required!')
      }
      const value_money_26 = obj["money"]
      if (value_money_26 !== undefined) {
        json += ",\"money\":"
        json += anonymous3(value_money_26)
      } else {
        throw new Error('"money" is required!')
      }
      const value_recurring_revenue_31 = obj["recurring_revenue"]
      if (value_recurring_revenue_31 !== undefined) {
        json += ",\"recurring_revenue\":"
        json += anonymous5(value_recurring_revenue_31)
      } else {
        throw new Error('"recurring_revenue" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/periods"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/periods' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_time_zone_1 = obj["time_zone"]
      if (value_time_zone_1 !== undefined) {
        json += "{\"time_zone\":"
        if (typeof value_time_zone_1 !== 'string') {
          if (value_time_zone_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_time_zone_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_time_zone_1.toISOString() + JSON_STR_QUOTE
          } else if (value_time_zone_1 instanceof RegExp) {
            json += asString(value_time_zone_1.source)
          } else {
            json += asString(value_time_zone_1.toString())
          }
        } else {
          json += asString(value_time_zone_1)
        }
      } else {
        throw new Error('"time_zone" is required!')
      }
      const value_from_2 = obj["from"]
      if (value_from_2 !== undefined) {
        json += ",\"from\":"
        if (typeof value_from_2 !== 'string') {
          if (value_from_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_from_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_from_2.toISOString() + JSON_STR_QUOTE
          } else if (value_from_2 instanceof RegExp) {
            json += asString(value_from_2.source)
          } else {
            json += asString(value_from_2.toString())
          }
        } else {
          json += asString(value_from_2)
        }
      } else {
        throw new Error('"from" is required!')
      }
      const value_to_3 = obj["to"]
      if (value_to_3 !== undefined) {
        json += ",\"to\":"
        if (typeof value_to_3 !== 'string') {
          if (value_to_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_to_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_to_3.toISOString() + JSON_STR_QUOTE
          } else if (value_to_3 instanceof RegExp) {
            json += asString(value_to_3.source)
          } else {
            json += asString(value_to_3.toString())
          }
        } else {
          json += asString(value_to_3)
        }
      } else {
        throw new Error('"to" is required!')
      }
      const value_interval_4 = obj["interval"]
      if (value_interval_4 !== undefined) {
        json += ",\"interval\":"
        if (typeof value_interval_4 !== 'string') {
          if (value_interval_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_interval_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_interval_4.toISOString() + JSON_STR_QUOTE
          } else if (value_interval_4 instanceof RegExp) {
            json += asString(value_interval_4.source)
          } else {
            json += asString(value_interval_4.toString())
          }
        } else {
          json += asString(value_interval_4)
        }
      } else {
        throw new Error('"interval" is required!')
      }
      const value_periods_5 = obj["periods"]
      if (value_periods_5 !== undefined) {
        json += ",\"periods\":"
        json += anonymous1(value_periods_5)
      } else {
        throw new Error('"periods" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const JsonWebKeySet = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#/properties/keys/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_kty_3 = obj["kty"]
      if (value_kty_3 !== undefined) {
        json += "{\"kty\":"
        if (typeof value_kty_3 !== 'string') {
          if (value_kty_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_kty_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_kty_3.toISOString() + JSON_STR_QUOTE
          } else if (value_kty_3 instanceof RegExp) {
            json += asString(value_kty_3.source)
          } else {
            json += asString(value_kty_3.toString())
          }
        } else {
          json += asString(value_kty_3)
        }
      } else {
        throw new Error('"kty" is required!')
      }
      const value_use_4 = obj["use"]
      if (value_use_4 !== undefined) {
        json += ",\"use\":"
        if (typeof value_use_4 !== 'string') {
          if (value_use_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_use_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_use_4.toISOString() + JSON_STR_QUOTE
          } else if (value_use_4 instanceof RegExp) {
            json += asString(value_use_4.source)
          } else {
            json += asString(value_use_4.toString())
          }
        } else {
          json += asString(value_use_4)
        }
      } else {
        throw new Error('"use" is required!')
      }
      const value_alg_5 = obj["alg"]
      if (value_alg_5 !== undefined) {
        json += ",\"alg\":"
        if (typeof value_alg_5 !== 'string') {
          if (value_alg_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_alg_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_alg_5.toISOString() + JSON_STR_QUOTE
          } else if (value_alg_5 instanceof RegExp) {
            json += asString(value_alg_5.source)
          } else {
            json += asString(value_alg_5.toString())
          }
        } else {
          json += asString(value_alg_5)
        }
      } else {
        throw new Error('"alg" is required!')
      }
      const value_kid_6 = obj["kid"]
      if (value_kid_6 !== undefined) {
        json += ",\"kid\":"
        if (typeof value_kid_6 !== 'string') {
          if (value_kid_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_kid_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_kid_6.toISOString() + JSON_STR_QUOTE
          } else if (value_kid_6 instanceof RegExp) {
            json += asString(value_kid_6.source)
          } else {
            json += asString(value_kid_6.toString())
          }
        } else {
          json += asString(value_kid_6)
        }
      } else {
        throw new Error('"kid" is required!')
      }
      const value_n_7 = obj["n"]
      if (value_n_7 !== undefined) {
        json += ",\"n\":"
        if (typeof value_n_7 !== 'string') {
          if (value_n_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_n_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_n_7.toISOString() + JSON_STR_QUOTE
          } else if (value_n_7 instanceof RegExp) {
            json += asString(value_n_7.source)
          } else {
            json += asString(value_n_7.toString())
          }
        } else {
          json += asString(value_n_7)
        }
      } else {
        throw new Error('"n" is required!')
      }
      const value_e_8 = obj["e"]
      if (value_e_8 !== undefined) {
        json += ",\"e\":"
        if (typeof value_e_8 !== 'string') {
          if (value_e_8 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_e_8 instanceof Date) {
            json += JSON_STR_QUOTE + value_e_8.toISOString() + JSON_STR_QUOTE
          } else if (value_e_8 instanceof RegExp) {
            json += asString(value_e_8.source)
          } else {
            json += asString(value_e_8.toString())
          }
        } else {
          json += asString(value_e_8)
        }
      } else {
        throw new Error('"e" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/keys"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/keys' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_keys_1 = obj["keys"]
      if (value_keys_1 !== undefined) {
        json += "{\"keys\":"
        json += anonymous1(value_keys_1)
      } else {
        throw new Error('"keys" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Member = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous1 (obj) {
      // "#/properties/newsletter_slugs"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/newsletter_slugs' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_email_2 = obj["email"]
      if (value_email_2 !== undefined) {
        json += ",\"email\":"
        if (typeof value_email_2 !== 'string') {
          if (value_email_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_email_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_email_2.toISOString() + JSON_STR_QUOTE
          } else if (value_email_2 instanceof RegExp) {
            json += asString(value_email_2.source)
          } else {
            json += asString(value_email_2.toString())
          }
        } else {
          json += asString(value_email_2)
        }
      } else {
        throw new Error('"email" is required!')
      }
      const value_name_3 = obj["name"]
      if (value_name_3 !== undefined) {
        json += ",\"name\":"
      if (value_name_3 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_name_3 !== 'string') {
          if (value_name_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_3.toISOString() + JSON_STR_QUOTE
          } else if (value_name_3 instanceof RegExp) {
            json += asString(value_name_3.source)
          } else {
            json += asString(value_name_3.toString())
          }
        } else {
          json += asString(value_name_3)
        }
      }
      } else {
        throw new Error('"name" is required!')
      }
      const value_newsletter_slugs_4 = obj["newsletter_slugs"]
      if (value_newsletter_slugs_4 !== undefined) {
        json += ",\"newsletter_slugs\":"
        json += anonymous1(value_newsletter_slugs_4)
      } else {
        throw new Error('"newsletter_slugs" is required!')
      }
      const value_plan_slug_5 = obj["plan_slug"]
      if (value_plan_slug_5 !== undefined) {
        json += ",\"plan_slug\":"
      if (value_plan_slug_5 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_plan_slug_5 !== 'string') {
          if (value_plan_slug_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_slug_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_slug_5.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_slug_5 instanceof RegExp) {
            json += asString(value_plan_slug_5.source)
          } else {
            json += asString(value_plan_slug_5.toString())
          }
        } else {
          json += asString(value_plan_slug_5)
        }
      }
      } else {
        throw new Error('"plan_slug" is required!')
      }
      const value_state_6 = obj["state"]
      if (value_state_6 !== undefined) {
        json += ",\"state\":"
        if (typeof value_state_6 !== 'string') {
          if (value_state_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_state_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_state_6.toISOString() + JSON_STR_QUOTE
          } else if (value_state_6 instanceof RegExp) {
            json += asString(value_state_6.source)
          } else {
            json += asString(value_state_6.toString())
          }
        } else {
          json += asString(value_state_6)
        }
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const MemberPage = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous3 (obj) {
      // "#/properties/objects/items/properties/newsletter_slugs"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects/items/properties/newsletter_slugs' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/objects/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_3 = obj["id"]
      if (value_id_3 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_3 !== 'string') {
          if (value_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_id_3 instanceof RegExp) {
            json += asString(value_id_3.source)
          } else {
            json += asString(value_id_3.toString())
          }
        } else {
          json += asString(value_id_3)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_email_4 = obj["email"]
      if (value_email_4 !== undefined) {
        json += ",\"email\":"
        if (typeof value_email_4 !== 'string') {
          if (value_email_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_email_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_email_4.toISOString() + JSON_STR_QUOTE
          } else if (value_email_4 instanceof RegExp) {
            json += asString(value_email_4.source)
          } else {
            json += asString(value_email_4.toString())
          }
        } else {
          json += asString(value_email_4)
        }
      } else {
        throw new Error('"email" is required!')
      }
      const value_name_5 = obj["name"]
      if (value_name_5 !== undefined) {
        json += ",\"name\":"
      if (value_name_5 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_name_5 !== 'string') {
          if (value_name_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_5.toISOString() + JSON_STR_QUOTE
          } else if (value_name_5 instanceof RegExp) {
            json += asString(value_name_5.source)
          } else {
            json += asString(value_name_5.toString())
          }
        } else {
          json += asString(value_name_5)
        }
      }
      } else {
        throw new Error('"name" is required!')
      }
      const value_newsletter_slugs_6 = obj["newsletter_slugs"]
      if (value_newsletter_slugs_6 !== undefined) {
        json += ",\"newsletter_slugs\":"
        json += anonymous3(value_newsletter_slugs_6)
      } else {
        throw new Error('"newsletter_slugs" is required!')
      }
      const value_plan_slug_7 = obj["plan_slug"]
      if (value_plan_slug_7 !== undefined) {
        json += ",\"plan_slug\":"
      if (value_plan_slug_7 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_plan_slug_7 !== 'string') {
          if (value_plan_slug_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_slug_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_slug_7.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_slug_7 instanceof RegExp) {
            json += asString(value_plan_slug_7.source)
          } else {
            json += asString(value_plan_slug_7.toString())
          }
        } else {
          json += asString(value_plan_slug_7)
        }
      }
      } else {
        throw new Error('"plan_slug" is required!')
      }
      const value_state_8 = obj["state"]
      if (value_state_8 !== undefined) {
        json += ",\"state\":"
        if (typeof value_state_8 !== 'string') {
          if (value_state_8 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_state_8 instanceof Date) {
            json += JSON_STR_QUOTE + value_state_8.toISOString() + JSON_STR_QUOTE
          } else if (value_state_8 instanceof RegExp) {
            json += asString(value_state_8.source)
          } else {
            json += asString(value_state_8.toString())
          }
        } else {
          json += asString(value_state_8)
        }
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/objects"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_objects_1 = obj["objects"]
      if (value_objects_1 !== undefined) {
        json += "{\"objects\":"
        json += anonymous1(value_objects_1)
      } else {
        throw new Error('"objects" is required!')
      }
      const value_next_page_9 = obj["next_page"]
      if (value_next_page_9 !== undefined) {
        json += ",\"next_page\":"
      if (value_next_page_9 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_next_page_9 !== 'string') {
          if (value_next_page_9 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_next_page_9 instanceof Date) {
            json += JSON_STR_QUOTE + value_next_page_9.toISOString() + JSON_STR_QUOTE
          } else if (value_next_page_9 instanceof RegExp) {
            json += asString(value_next_page_9.source)
          } else {
            json += asString(value_next_page_9.toString())
          }
        } else {
          json += asString(value_next_page_9)
        }
      }
      } else {
        throw new Error('"next_page" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Newsletter = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous1 (obj) {
      // "#/properties/plan_ids"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/plan_ids' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous4 (obj) {
      // "#/properties/translations/additionalProperties/properties/benefits"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/translations/additionalProperties/properties/benefits' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/translations/additionalProperties"
      function anonymous3 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_10 = false
          const value_name_11 = obj["name"]
          if (value_name_11 !== undefined) {
            json += addComma_10 ? ",\"name\":" : ((addComma_10 = true), "{\"name\":")
        if (typeof value_name_11 !== 'string') {
          if (value_name_11 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_11 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_11.toISOString() + JSON_STR_QUOTE
          } else if (value_name_11 instanceof RegExp) {
            json += asString(value_name_11.source)
          } else {
            json += asString(value_name_11.toString())
          }
        } else {
          json += asString(value_name_11)
        }
          }
          const value_description_12 = obj["description"]
          if (value_description_12 !== undefined) {
            json += addComma_10 ? ",\"description\":" : ((addComma_10 = true), "{\"description\":")
        if (typeof value_description_12 !== 'string') {
          if (value_description_12 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_12 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_12.toISOString() + JSON_STR_QUOTE
          } else if (value_description_12 instanceof RegExp) {
            json += asString(value_description_12.source)
          } else {
            json += asString(value_description_12.toString())
          }
        } else {
          json += asString(value_description_12)
        }
          }
          const value_benefits_13 = obj["benefits"]
          if (value_benefits_13 !== undefined) {
            json += addComma_10 ? ",\"benefits\":" : ((addComma_10 = true), "{\"benefits\":")
            json += anonymous4(value_benefits_13)
          }
if (!addComma_10) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/translations"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_9 = false
    for (const key of Object.keys(obj)) {
      if (
        obj[key] === undefined ||
        typeof obj[key] === 'function' ||
        typeof obj[key] === 'symbol'
      ) continue
      const value = obj[key]
        json += addComma_9 ? JSON_STR_COMMA : ((addComma_9 = true), JSON_STR_BEGIN_OBJECT)
        json += asString(key) + JSON_STR_COLONS
        json += anonymous3(value)
    }
  if (!addComma_9) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_slug_2 = obj["slug"]
      if (value_slug_2 !== undefined) {
        json += ",\"slug\":"
        if (typeof value_slug_2 !== 'string') {
          if (value_slug_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_slug_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_slug_2.toISOString() + JSON_STR_QUOTE
          } else if (value_slug_2 instanceof RegExp) {
            json += asString(value_slug_2.source)
          } else {
            json += asString(value_slug_2.toString())
          }
        } else {
          json += asString(value_slug_2)
        }
      } else {
        throw new Error('"slug" is required!')
      }
      const value_name_3 = obj["name"]
      if (value_name_3 !== undefined) {
        json += ",\"name\":"
        if (typeof value_name_3 !== 'string') {
          if (value_name_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_3.toISOString() + JSON_STR_QUOTE
          } else if (value_name_3 instanceof RegExp) {
            json += asString(value_name_3.source)
          } else {
            json += asString(value_name_3.toString())
          }
        } else {
          json += asString(value_name_3)
        }
      } else {
        throw new Error('"name" is required!')
      }
      const value_description_4 = obj["description"]
      if (value_description_4 !== undefined) {
        json += ",\"description\":"
      if (value_description_4 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_description_4 !== 'string') {
          if (value_description_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_4.toISOString() + JSON_STR_QUOTE
          } else if (value_description_4 instanceof RegExp) {
            json += asString(value_description_4.source)
          } else {
            json += asString(value_description_4.toString())
          }
        } else {
          json += asString(value_description_4)
        }
      }
      } else {
        throw new Error('"description" is required!')
      }
      const value_audience_5 = obj["audience"]
      if (value_audience_5 !== undefined) {
        json += ",\"audience\":"
        if (typeof value_audience_5 !== 'string') {
          if (value_audience_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_audience_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_audience_5.toISOString() + JSON_STR_QUOTE
          } else if (value_audience_5 instanceof RegExp) {
            json += asString(value_audience_5.source)
          } else {
            json += asString(value_audience_5.toString())
          }
        } else {
          json += asString(value_audience_5)
        }
      } else {
        throw new Error('"audience" is required!')
      }
      const value_plan_ids_6 = obj["plan_ids"]
      if (value_plan_ids_6 !== undefined) {
        json += ",\"plan_ids\":"
        json += anonymous1(value_plan_ids_6)
      } else {
        throw new Error('"plan_ids" is required!')
      }
      const value_archived_7 = obj["archived"]
      if (value_archived_7 !== undefined) {
        json += ",\"archived\":"
        json += asBoolean(value_archived_7)
      } else {
        throw new Error('"archived" is required!')
      }
      const value_translations_8 = obj["translations"]
      if (value_translations_8 !== undefined) {
        json += ",\"translations\":"
        json += anonymous2(value_translations_8)
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const NewsletterPage = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous3 (obj) {
      // "#/properties/objects/items/properties/plan_ids"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects/items/properties/plan_ids' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous6 (obj) {
      // "#/properties/objects/items/properties/translations/additionalProperties/properties/benefits"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects/items/properties/translations/additionalProperties/properties/benefits' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/objects/items/properties/translations/additionalProperties"
      function anonymous5 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_12 = false
          const value_name_13 = obj["name"]
          if (value_name_13 !== undefined) {
            json += addComma_12 ? ",\"name\":" : ((addComma_12 = true), "{\"name\":")
        if (typeof value_name_13 !== 'string') {
          if (value_name_13 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_13 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_13.toISOString() + JSON_STR_QUOTE
          } else if (value_name_13 instanceof RegExp) {
            json += asString(value_name_13.source)
          } else {
            json += asString(value_name_13.toString())
          }
        } else {
          json += asString(value_name_13)
        }
          }
          const value_description_14 = obj["description"]
          if (value_description_14 !== undefined) {
            json += addComma_12 ? ",\"description\":" : ((addComma_12 = true), "{\"description\":")
        if (typeof value_description_14 !== 'string') {
          if (value_description_14 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_14 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_14.toISOString() + JSON_STR_QUOTE
          } else if (value_description_14 instanceof RegExp) {
            json += asString(value_description_14.source)
          } else {
            json += asString(value_description_14.toString())
          }
        } else {
          json += asString(value_description_14)
        }
          }
          const value_benefits_15 = obj["benefits"]
          if (value_benefits_15 !== undefined) {
            json += addComma_12 ? ",\"benefits\":" : ((addComma_12 = true), "{\"benefits\":")
            json += anonymous6(value_benefits_15)
          }
if (!addComma_12) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items/properties/translations"
      function anonymous4 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_11 = false
    for (const key of Object.keys(obj)) {
      if (
        obj[key] === undefined ||
        typeof obj[key] === 'function' ||
        typeof obj[key] === 'symbol'
      ) continue
      const value = obj[key]
        json += addComma_11 ? JSON_STR_COMMA : ((addComma_11 = true), JSON_STR_BEGIN_OBJECT)
        json += asString(key) + JSON_STR_COLONS
        json += anonymous5(value)
    }
  if (!addComma_11) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_3 = obj["id"]
      if (value_id_3 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_3 !== 'string') {
          if (value_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_id_3 instanceof RegExp) {
            json += asString(value_id_3.source)
          } else {
            json += asString(value_id_3.toString())
          }
        } else {
          json += asString(value_id_3)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_slug_4 = obj["slug"]
      if (value_slug_4 !== undefined) {
        json += ",\"slug\":"
        if (typeof value_slug_4 !== 'string') {
          if (value_slug_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_slug_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_slug_4.toISOString() + JSON_STR_QUOTE
          } else if (value_slug_4 instanceof RegExp) {
            json += asString(value_slug_4.source)
          } else {
            json += asString(value_slug_4.toString())
          }
        } else {
          json += asString(value_slug_4)
        }
      } else {
        throw new Error('"slug" is required!')
      }
      const value_name_5 = obj["name"]
      if (value_name_5 !== undefined) {
        json += ",\"name\":"
        if (typeof value_name_5 !== 'string') {
          if (value_name_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_5.toISOString() + JSON_STR_QUOTE
          } else if (value_name_5 instanceof RegExp) {
            json += asString(value_name_5.source)
          } else {
            json += asString(value_name_5.toString())
          }
        } else {
          json += asString(value_name_5)
        }
      } else {
        throw new Error('"name" is required!')
      }
      const value_description_6 = obj["description"]
      if (value_description_6 !== undefined) {
        json += ",\"description\":"
      if (value_description_6 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_description_6 !== 'string') {
          if (value_description_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_6.toISOString() + JSON_STR_QUOTE
          } else if (value_description_6 instanceof RegExp) {
            json += asString(value_description_6.source)
          } else {
            json += asString(value_description_6.toString())
          }
        } else {
          json += asString(value_description_6)
        }
      }
      } else {
        throw new Error('"description" is required!')
      }
      const value_audience_7 = obj["audience"]
      if (value_audience_7 !== undefined) {
        json += ",\"audience\":"
        if (typeof value_audience_7 !== 'string') {
          if (value_audience_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_audience_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_audience_7.toISOString() + JSON_STR_QUOTE
          } else if (value_audience_7 instanceof RegExp) {
            json += asString(value_audience_7.source)
          } else {
            json += asString(value_audience_7.toString())
          }
        } else {
          json += asString(value_audience_7)
        }
      } else {
        throw new Error('"audience" is required!')
      }
      const value_plan_ids_8 = obj["plan_ids"]
      if (value_plan_ids_8 !== undefined) {
        json += ",\"plan_ids\":"
        json += anonymous3(value_plan_ids_8)
      } else {
        throw new Error('"plan_ids" is required!')
      }
      const value_archived_9 = obj["archived"]
      if (value_archived_9 !== undefined) {
        json += ",\"archived\":"
        json += asBoolean(value_archived_9)
      } else {
        throw new Error('"archived" is required!')
      }
      const value_translations_10 = obj["translations"]
      if (value_translations_10 !== undefined) {
        json += ",\"translations\":"
        json += anonymous4(value_translations_10)
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/objects"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_objects_1 = obj["objects"]
      if (value_objects_1 !== undefined) {
        json += "{\"objects\":"
        json += anonymous1(value_objects_1)
      } else {
        throw new Error('"objects" is required!')
      }
      const value_next_page_16 = obj["next_page"]
      if (value_next_page_16 !== undefined) {
        json += ",\"next_page\":"
      if (value_next_page_16 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_next_page_16 !== 'string') {
          if (value_next_page_16 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_next_page_16 instanceof Date) {
            json += JSON_STR_QUOTE + value_next_page_16.toISOString() + JSON_STR_QUOTE
          } else if (value_next_page_16 instanceof RegExp) {
            json += asString(value_next_page_16.source)
          } else {
            json += asString(value_next_page_16.toString())
          }
        } else {
          json += asString(value_next_page_16)
        }
      }
      } else {
        throw new Error('"next_page" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const OAuthError = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_error_1 = obj["error"]
      if (value_error_1 !== undefined) {
        json += "{\"error\":"
        if (typeof value_error_1 !== 'string') {
          if (value_error_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_error_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_error_1.toISOString() + JSON_STR_QUOTE
          } else if (value_error_1 instanceof RegExp) {
            json += asString(value_error_1.source)
          } else {
            json += asString(value_error_1.toString())
          }
        } else {
          json += asString(value_error_1)
        }
      } else {
        throw new Error('"error" is required!')
      }
      const value_error_description_2 = obj["error_description"]
      if (value_error_description_2 !== undefined) {
        json += ",\"error_description\":"
        if (typeof value_error_description_2 !== 'string') {
          if (value_error_description_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_error_description_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_error_description_2.toISOString() + JSON_STR_QUOTE
          } else if (value_error_description_2 instanceof RegExp) {
            json += asString(value_error_description_2.source)
          } else {
            json += asString(value_error_description_2.toString())
          }
        } else {
          json += asString(value_error_description_2)
        }
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Offer = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous1 (obj) {
      // "#/properties/benefits"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/benefits' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous2 (obj) {
      // "#/properties/price_ids"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/price_ids' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous5 (obj) {
      // "#/properties/translations/additionalProperties/properties/benefits"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/translations/additionalProperties/properties/benefits' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/translations/additionalProperties"
      function anonymous4 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_13 = false
          const value_name_14 = obj["name"]
          if (value_name_14 !== undefined) {
            json += addComma_13 ? ",\"name\":" : ((addComma_13 = true), "{\"name\":")
        if (typeof value_name_14 !== 'string') {
          if (value_name_14 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_14 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_14.toISOString() + JSON_STR_QUOTE
          } else if (value_name_14 instanceof RegExp) {
            json += asString(value_name_14.source)
          } else {
            json += asString(value_name_14.toString())
          }
        } else {
          json += asString(value_name_14)
        }
          }
          const value_description_15 = obj["description"]
          if (value_description_15 !== undefined) {
            json += addComma_13 ? ",\"description\":" : ((addComma_13 = true), "{\"description\":")
        if (typeof value_description_15 !== 'string') {
          if (value_description_15 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_15 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_15.toISOString() + JSON_STR_QUOTE
          } else if (value_description_15 instanceof RegExp) {
            json += asString(value_description_15.source)
          } else {
            json += asString(value_description_15.toString())
          }
        } else {
          json += asString(value_description_15)
        }
          }
          const value_benefits_16 = obj["benefits"]
          if (value_benefits_16 !== undefined) {
            json += addComma_13 ? ",\"benefits\":" : ((addComma_13 = true), "{\"benefits\":")
            json += anonymous5(value_benefits_16)
          }
if (!addComma_13) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/translations"
      function anonymous3 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_12 = false
    for (const key of Object.keys(obj)) {
      if (
        obj[key] === undefined ||
        typeof obj[key] === 'function' ||
        typeof obj[key] === 'symbol'
      ) continue
      const value = obj[key]
        json += addComma_12 ? JSON_STR_COMMA : ((addComma_12 = true), JSON_STR_BEGIN_OBJECT)
        json += asString(key) + JSON_STR_COLONS
        json += anonymous4(value)
    }
  if (!addComma_12) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_slug_2 = obj["slug"]
      if (value_slug_2 !== undefined) {
        json += ",\"slug\":"
        if (typeof value_slug_2 !== 'string') {
          if (value_slug_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_slug_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_slug_2.toISOString() + JSON_STR_QUOTE
          } else if (value_slug_2 instanceof RegExp) {
            json += asString(value_slug_2.source)
          } else {
            json += asString(value_slug_2.toString())
          }
        } else {
          json += asString(value_slug_2)
        }
      } else {
        throw new Error('"slug" is required!')
      }
      const value_name_3 = obj["name"]
      if (value_name_3 !== undefined) {
        json += ",\"name\":"
        if (typeof value_name_3 !== 'string') {
          if (value_name_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_3.toISOString() + JSON_STR_QUOTE
          } else if (value_name_3 instanceof RegExp) {
            json += asString(value_name_3.source)
          } else {
            json += asString(value_name_3.toString())
          }
        } else {
          json += asString(value_name_3)
        }
      } else {
        throw new Error('"name" is required!')
      }
      const value_description_4 = obj["description"]
      if (value_description_4 !== undefined) {
        json += ",\"description\":"
      if (value_description_4 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_description_4 !== 'string') {
          if (value_description_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_4.toISOString() + JSON_STR_QUOTE
          } else if (value_description_4 instanceof RegExp) {
            json += asString(value_description_4.source)
          } else {
            json += asString(value_description_4.toString())
          }
        } else {
          json += asString(value_description_4)
        }
      }
      } else {
        throw new Error('"description" is required!')
      }
      const value_benefits_5 = obj["benefits"]
      if (value_benefits_5 !== undefined) {
        json += ",\"benefits\":"
        json += anonymous1(value_benefits_5)
      } else {
        throw new Error('"benefits" is required!')
      }
      const value_recommended_6 = obj["recommended"]
      if (value_recommended_6 !== undefined) {
        json += ",\"recommended\":"
        json += asBoolean(value_recommended_6)
      } else {
        throw new Error('"recommended" is required!')
      }
      const value_plan_id_7 = obj["plan_id"]
      if (value_plan_id_7 !== undefined) {
        json += ",\"plan_id\":"
        if (typeof value_plan_id_7 !== 'string') {
          if (value_plan_id_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_id_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_id_7.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_id_7 instanceof RegExp) {
            json += asString(value_plan_id_7.source)
          } else {
            json += asString(value_plan_id_7.toString())
          }
        } else {
          json += asString(value_plan_id_7)
        }
      } else {
        throw new Error('"plan_id" is required!')
      }
      const value_price_ids_8 = obj["price_ids"]
      if (value_price_ids_8 !== undefined) {
        json += ",\"price_ids\":"
        json += anonymous2(value_price_ids_8)
      } else {
        throw new Error('"price_ids" is required!')
      }
      const value_archived_9 = obj["archived"]
      if (value_archived_9 !== undefined) {
        json += ",\"archived\":"
        json += asBoolean(value_archived_9)
      } else {
        throw new Error('"archived" is required!')
      }
      const value_url_10 = obj["url"]
      if (value_url_10 !== undefined) {
        json += ",\"url\":"
        if (typeof value_url_10 !== 'string') {
          if (value_url_10 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_url_10 instanceof Date) {
            json += JSON_STR_QUOTE + value_url_10.toISOString() + JSON_STR_QUOTE
          } else if (value_url_10 instanceof RegExp) {
            json += asString(value_url_10.source)
          } else {
            json += asString(value_url_10.toString())
          }
        } else {
          json += asString(value_url_10)
        }
      } else {
        throw new Error('"url" is required!')
      }
      const value_translations_11 = obj["translations"]
      if (value_translations_11 !== undefined) {
        json += ",\"translations\":"
        json += anonymous3(value_translations_11)
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const OfferPage = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous3 (obj) {
      // "#/properties/objects/items/properties/benefits"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects/items/properties/benefits' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous4 (obj) {
      // "#/properties/objects/items/properties/price_ids"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects/items/properties/price_ids' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous7 (obj) {
      // "#/properties/objects/items/properties/translations/additionalProperties/properties/benefits"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects/items/properties/translations/additionalProperties/properties/benefits' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/objects/items/properties/translations/additionalProperties"
      function anonymous6 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_15 = false
          const value_name_16 = obj["name"]
          if (value_name_16 !== undefined) {
            json += addComma_15 ? ",\"name\":" : ((addComma_15 = true), "{\"name\":")
        if (typeof value_name_16 !== 'string') {
          if (value_name_16 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_16 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_16.toISOString() + JSON_STR_QUOTE
          } else if (value_name_16 instanceof RegExp) {
            json += asString(value_name_16.source)
          } else {
            json += asString(value_name_16.toString())
          }
        } else {
          json += asString(value_name_16)
        }
          }
          const value_description_17 = obj["description"]
          if (value_description_17 !== undefined) {
            json += addComma_15 ? ",\"description\":" : ((addComma_15 = true), "{\"description\":")
        if (typeof value_description_17 !== 'string') {
          if (value_description_17 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_17 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_17.toISOString() + JSON_STR_QUOTE
          } else if (value_description_17 instanceof RegExp) {
            json += asString(value_description_17.source)
          } else {
            json += asString(value_description_17.toString())
          }
        } else {
          json += asString(value_description_17)
        }
          }
          const value_benefits_18 = obj["benefits"]
          if (value_benefits_18 !== undefined) {
            json += addComma_15 ? ",\"benefits\":" : ((addComma_15 = true), "{\"benefits\":")
            json += anonymous7(value_benefits_18)
          }
if (!addComma_15) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items/properties/translations"
      function anonymous5 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_14 = false
    for (const key of Object.keys(obj)) {
      if (
        obj[key] === undefined ||
        typeof obj[key] === 'function' ||
        typeof obj[key] === 'symbol'
      ) continue
      const value = obj[key]
        json += addComma_14 ? JSON_STR_COMMA : ((addComma_14 = true), JSON_STR_BEGIN_OBJECT)
        json += asString(key) + JSON_STR_COLONS
        json += anonymous6(value)
    }
  if (!addComma_14) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_3 = obj["id"]
      if (value_id_3 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_3 !== 'string') {
          if (value_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_id_3 instanceof RegExp) {
            json += asString(value_id_3.source)
          } else {
            json += asString(value_id_3.toString())
          }
        } else {
          json += asString(value_id_3)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_slug_4 = obj["slug"]
      if (value_slug_4 !== undefined) {
        json += ",\"slug\":"
        if (typeof value_slug_4 !== 'string') {
          if (value_slug_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_slug_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_slug_4.toISOString() + JSON_STR_QUOTE
          } else if (value_slug_4 instanceof RegExp) {
            json += asString(value_slug_4.source)
          } else {
            json += asString(value_slug_4.toString())
          }
        } else {
          json += asString(value_slug_4)
        }
      } else {
        throw new Error('"slug" is required!')
      }
      const value_name_5 = obj["name"]
      if (value_name_5 !== undefined) {
        json += ",\"name\":"
        if (typeof value_name_5 !== 'string') {
          if (value_name_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_5.toISOString() + JSON_STR_QUOTE
          } else if (value_name_5 instanceof RegExp) {
            json += asString(value_name_5.source)
          } else {
            json += asString(value_name_5.toString())
          }
        } else {
          json += asString(value_name_5)
        }
      } else {
        throw new Error('"name" is required!')
      }
      const value_description_6 = obj["description"]
      if (value_description_6 !== undefined) {
        json += ",\"description\":"
      if (value_description_6 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_description_6 !== 'string') {
          if (value_description_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_6.toISOString() + JSON_STR_QUOTE
          } else if (value_description_6 instanceof RegExp) {
            json += asString(value_description_6.source)
          } else {
            json += asString(value_description_6.toString())
          }
        } else {
          json += asString(value_description_6)
        }
      }
      } else {
        throw new Error('"description" is required!')
      }
      const value_benefits_7 = obj["benefits"]
      if (value_benefits_7 !== undefined) {
        json += ",\"benefits\":"
        json += anonymous3(value_benefits_7)
      } else {
        throw new Error('"benefits" is required!')
      }
      const value_recommended_8 = obj["recommended"]
      if (value_recommended_8 !== undefined) {
        json += ",\"recommended\":"
        json += asBoolean(value_recommended_8)
      } else {
        throw new Error('"recommended" is required!')
      }
      const value_plan_id_9 = obj["plan_id"]
      if (value_plan_id_9 !== undefined) {
        json += ",\"plan_id\":"
        if (typeof value_plan_id_9 !== 'string') {
          if (value_plan_id_9 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_id_9 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_id_9.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_id_9 instanceof RegExp) {
            json += asString(value_plan_id_9.source)
          } else {
            json += asString(value_plan_id_9.toString())
          }
        } else {
          json += asString(value_plan_id_9)
        }
      } else {
        throw new Error('"plan_id" is required!')
      }
      const value_price_ids_10 = obj["price_ids"]
      if (value_price_ids_10 !== undefined) {
        json += ",\"price_ids\":"
        json += anonymous4(value_price_ids_10)
      } else {
        throw new Error('"price_ids" is required!')
      }
      const value_archived_11 = obj["archived"]
      if (value_archived_11 !== undefined) {
        json += ",\"archived\":"
        json += asBoolean(value_archived_11)
      } else {
        throw new Error('"archived" is required!')
      }
      const value_url_12 = obj["url"]
      if (value_url_12 !== undefined) {
        json += ",\"url\":"
        if (typeof value_url_12 !== 'string') {
          if (value_url_12 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_url_12 instanceof Date) {
            json += JSON_STR_QUOTE + value_url_12.toISOString() + JSON_STR_QUOTE
          } else if (value_url_12 instanceof RegExp) {
            json += asString(value_url_12.source)
          } else {
            json += asString(value_url_12.toString())
          }
        } else {
          json += asString(value_url_12)
        }
      } else {
        throw new Error('"url" is required!')
      }
      const value_translations_13 = obj["translations"]
      if (value_translations_13 !== undefined) {
        json += ",\"translations\":"
        json += anonymous5(value_translations_13)
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/objects"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_objects_1 = obj["objects"]
      if (value_objects_1 !== undefined) {
        json += "{\"objects\":"
        json += anonymous1(value_objects_1)
      } else {
        throw new Error('"objects" is required!')
      }
      const value_next_page_19 = obj["next_page"]
      if (value_next_page_19 !== undefined) {
        json += ",\"next_page\":"
      if (value_next_page_19 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_next_page_19 !== 'string') {
          if (value_next_page_19 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_next_page_19 instanceof Date) {
            json += JSON_STR_QUOTE + value_next_page_19.toISOString() + JSON_STR_QUOTE
          } else if (value_next_page_19 instanceof RegExp) {
            json += asString(value_next_page_19.source)
          } else {
            json += asString(value_next_page_19.toString())
          }
        } else {
          json += asString(value_next_page_19)
        }
      }
      } else {
        throw new Error('"next_page" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Plan = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous3 (obj) {
      // "#/properties/translations/additionalProperties/properties/benefits"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/translations/additionalProperties/properties/benefits' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/translations/additionalProperties"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_7 = false
          const value_name_8 = obj["name"]
          if (value_name_8 !== undefined) {
            json += addComma_7 ? ",\"name\":" : ((addComma_7 = true), "{\"name\":")
        if (typeof value_name_8 !== 'string') {
          if (value_name_8 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_8 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_8.toISOString() + JSON_STR_QUOTE
          } else if (value_name_8 instanceof RegExp) {
            json += asString(value_name_8.source)
          } else {
            json += asString(value_name_8.toString())
          }
        } else {
          json += asString(value_name_8)
        }
          }
          const value_description_9 = obj["description"]
          if (value_description_9 !== undefined) {
            json += addComma_7 ? ",\"description\":" : ((addComma_7 = true), "{\"description\":")
        if (typeof value_description_9 !== 'string') {
          if (value_description_9 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_9 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_9.toISOString() + JSON_STR_QUOTE
          } else if (value_description_9 instanceof RegExp) {
            json += asString(value_description_9.source)
          } else {
            json += asString(value_description_9.toString())
          }
        } else {
          json += asString(value_description_9)
        }
          }
          const value_benefits_10 = obj["benefits"]
          if (value_benefits_10 !== undefined) {
            json += addComma_7 ? ",\"benefits\":" : ((addComma_7 = true), "{\"benefits\":")
            json += anonymous3(value_benefits_10)
          }
if (!addComma_7) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/translations"
      function anonymous1 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_6 = false
    for (const key of Object.keys(obj)) {
      if (
        obj[key] === undefined ||
        typeof obj[key] === 'function' ||
        typeof obj[key] === 'symbol'
      ) continue
      const value = obj[key]
        json += addComma_6 ? JSON_STR_COMMA : ((addComma_6 = true), JSON_STR_BEGIN_OBJECT)
        json += asString(key) + JSON_STR_COLONS
        json += anonymous2(value)
    }
  if (!addComma_6) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_slug_2 = obj["slug"]
      if (value_slug_2 !== undefined) {
        json += ",\"slug\":"
        if (typeof value_slug_2 !== 'string') {
          if (value_slug_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_slug_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_slug_2.toISOString() + JSON_STR_QUOTE
          } else if (value_slug_2 instanceof RegExp) {
            json += asString(value_slug_2.source)
          } else {
            json += asString(value_slug_2.toString())
          }
        } else {
          json += asString(value_slug_2)
        }
      } else {
        throw new Error('"slug" is required!')
      }
      const value_name_3 = obj["name"]
      if (value_name_3 !== undefined) {
        json += ",\"name\":"
        if (typeof value_name_3 !== 'string') {
          if (value_name_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_3.toISOString() + JSON_STR_QUOTE
          } else if (value_name_3 instanceof RegExp) {
            json += asString(value_name_3.source)
          } else {
            json += asString(value_name_3.toString())
          }
        } else {
          json += asString(value_name_3)
        }
      } else {
        throw new Error('"name" is required!')
      }
      const value_archived_4 = obj["archived"]
      if (value_archived_4 !== undefined) {
        json += ",\"archived\":"
        json += asBoolean(value_archived_4)
      } else {
        throw new Error('"archived" is required!')
      }
      const value_translations_5 = obj["translations"]
      if (value_translations_5 !== undefined) {
        json += ",\"translations\":"
        json += anonymous1(value_translations_5)
      }
      const value_sent_by_post_11 = obj["sent_by_post"]
      if (value_sent_by_post_11 !== undefined) {
        json += ",\"sent_by_post\":"
        json += asBoolean(value_sent_by_post_11)
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const PlanPage = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous5 (obj) {
      // "#/properties/objects/items/properties/translations/additionalProperties/properties/benefits"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects/items/properties/translations/additionalProperties/properties/benefits' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#/properties/objects/items/properties/translations/additionalProperties"
      function anonymous4 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_9 = false
          const value_name_10 = obj["name"]
          if (value_name_10 !== undefined) {
            json += addComma_9 ? ",\"name\":" : ((addComma_9 = true), "{\"name\":")
        if (typeof value_name_10 !== 'string') {
          if (value_name_10 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_10 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_10.toISOString() + JSON_STR_QUOTE
          } else if (value_name_10 instanceof RegExp) {
            json += asString(value_name_10.source)
          } else {
            json += asString(value_name_10.toString())
          }
        } else {
          json += asString(value_name_10)
        }
          }
          const value_description_11 = obj["description"]
          if (value_description_11 !== undefined) {
            json += addComma_9 ? ",\"description\":" : ((addComma_9 = true), "{\"description\":")
        if (typeof value_description_11 !== 'string') {
          if (value_description_11 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_description_11 instanceof Date) {
            json += JSON_STR_QUOTE + value_description_11.toISOString() + JSON_STR_QUOTE
          } else if (value_description_11 instanceof RegExp) {
            json += asString(value_description_11.source)
          } else {
            json += asString(value_description_11.toString())
          }
        } else {
          json += asString(value_description_11)
        }
          }
          const value_benefits_12 = obj["benefits"]
          if (value_benefits_12 !== undefined) {
            json += addComma_9 ? ",\"benefits\":" : ((addComma_9 = true), "{\"benefits\":")
            json += anonymous5(value_benefits_12)
          }
if (!addComma_9) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items/properties/translations"
      function anonymous3 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
        let addComma_8 = false
    for (const key of Object.keys(obj)) {
      if (
        obj[key] === undefined ||
        typeof obj[key] === 'function' ||
        typeof obj[key] === 'symbol'
      ) continue
      const value = obj[key]
        json += addComma_8 ? JSON_STR_COMMA : ((addComma_8 = true), JSON_STR_BEGIN_OBJECT)
        json += asString(key) + JSON_STR_COLONS
        json += anonymous4(value)
    }
  if (!addComma_8) json += JSON_STR_BEGIN_OBJECT
return json + JSON_STR_END_OBJECT
      }
      // "#/properties/objects/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_3 = obj["id"]
      if (value_id_3 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_3 !== 'string') {
          if (value_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_id_3 instanceof RegExp) {
            json += asString(value_id_3.source)
          } else {
            json += asString(value_id_3.toString())
          }
        } else {
          json += asString(value_id_3)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_slug_4 = obj["slug"]
      if (value_slug_4 !== undefined) {
        json += ",\"slug\":"
        if (typeof value_slug_4 !== 'string') {
          if (value_slug_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_slug_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_slug_4.toISOString() + JSON_STR_QUOTE
          } else if (value_slug_4 instanceof RegExp) {
            json += asString(value_slug_4.source)
          } else {
            json += asString(value_slug_4.toString())
          }
        } else {
          json += asString(value_slug_4)
        }
      } else {
        throw new Error('"slug" is required!')
      }
      const value_name_5 = obj["name"]
      if (value_name_5 !== undefined) {
        json += ",\"name\":"
        if (typeof value_name_5 !== 'string') {
          if (value_name_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_5.toISOString() + JSON_STR_QUOTE
          } else if (value_name_5 instanceof RegExp) {
            json += asString(value_name_5.source)
          } else {
            json += asString(value_name_5.toString())
          }
        } else {
          json += asString(value_name_5)
        }
      } else {
        throw new Error('"name" is required!')
      }
      const value_archived_6 = obj["archived"]
      if (value_archived_6 !== undefined) {
        json += ",\"archived\":"
        json += asBoolean(value_archived_6)
      } else {
        throw new Error('"archived" is required!')
      }
      const value_translations_7 = obj["translations"]
      if (value_translations_7 !== undefined) {
        json += ",\"translations\":"
        json += anonymous3(value_translations_7)
      }
      const value_sent_by_post_13 = obj["sent_by_post"]
      if (value_sent_by_post_13 !== undefined) {
        json += ",\"sent_by_post\":"
        json += asBoolean(value_sent_by_post_13)
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/objects"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_objects_1 = obj["objects"]
      if (value_objects_1 !== undefined) {
        json += "{\"objects\":"
        json += anonymous1(value_objects_1)
      } else {
        throw new Error('"objects" is required!')
      }
      const value_next_page_14 = obj["next_page"]
      if (value_next_page_14 !== undefined) {
        json += ",\"next_page\":"
      if (value_next_page_14 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_next_page_14 !== 'string') {
          if (value_next_page_14 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_next_page_14 instanceof Date) {
            json += JSON_STR_QUOTE + value_next_page_14.toISOString() + JSON_STR_QUOTE
          } else if (value_next_page_14 instanceof RegExp) {
            json += asString(value_next_page_14.source)
          } else {
            json += asString(value_next_page_14.toString())
          }
        } else {
          json += asString(value_next_page_14)
        }
      }
      } else {
        throw new Error('"next_page" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Price = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_plan_id_2 = obj["plan_id"]
      if (value_plan_id_2 !== undefined) {
        json += ",\"plan_id\":"
        if (typeof value_plan_id_2 !== 'string') {
          if (value_plan_id_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_id_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_id_2.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_id_2 instanceof RegExp) {
            json += asString(value_plan_id_2.source)
          } else {
            json += asString(value_plan_id_2.toString())
          }
        } else {
          json += asString(value_plan_id_2)
        }
      } else {
        throw new Error('"plan_id" is required!')
      }
      const value_amount_3 = obj["amount"]
      if (value_amount_3 !== undefined) {
        json += ",\"amount\":"
        json += asInteger(value_amount_3)
      } else {
        throw new Error('"amount" is required!')
      }
      const value_currency_4 = obj["currency"]
      if (value_currency_4 !== undefined) {
        json += ",\"currency\":"
        if (typeof value_currency_4 !== 'string') {
          if (value_currency_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_currency_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_currency_4.toISOString() + JSON_STR_QUOTE
          } else if (value_currency_4 instanceof RegExp) {
            json += asString(value_currency_4.source)
          } else {
            json += asString(value_currency_4.toString())
          }
        } else {
          json += asString(value_currency_4)
        }
      } else {
        throw new Error('"currency" is required!')
      }
      const value_interval_5 = obj["interval"]
      if (value_interval_5 !== undefined) {
        json += ",\"interval\":"
        if (typeof value_interval_5 !== 'string') {
          if (value_interval_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_interval_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_interval_5.toISOString() + JSON_STR_QUOTE
          } else if (value_interval_5 instanceof RegExp) {
            json += asString(value_interval_5.source)
          } else {
            json += asString(value_interval_5.toString())
          }
        } else {
          json += asString(value_interval_5)
        }
      } else {
        throw new Error('"interval" is required!')
      }
      const value_archived_6 = obj["archived"]
      if (value_archived_6 !== undefined) {
        json += ",\"archived\":"
        json += asBoolean(value_archived_6)
      } else {
        throw new Error('"archived" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const PricePage = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#/properties/objects/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_3 = obj["id"]
      if (value_id_3 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_3 !== 'string') {
          if (value_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_id_3 instanceof RegExp) {
            json += asString(value_id_3.source)
          } else {
            json += asString(value_id_3.toString())
          }
        } else {
          json += asString(value_id_3)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_plan_id_4 = obj["plan_id"]
      if (value_plan_id_4 !== undefined) {
        json += ",\"plan_id\":"
        if (typeof value_plan_id_4 !== 'string') {
          if (value_plan_id_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_id_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_id_4.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_id_4 instanceof RegExp) {
            json += asString(value_plan_id_4.source)
          } else {
            json += asString(value_plan_id_4.toString())
          }
        } else {
          json += asString(value_plan_id_4)
        }
      } else {
        throw new Error('"plan_id" is required!')
      }
      const value_amount_5 = obj["amount"]
      if (value_amount_5 !== undefined) {
        json += ",\"amount\":"
        json += asInteger(value_amount_5)
      } else {
        throw new Error('"amount" is required!')
      }
      const value_currency_6 = obj["currency"]
      if (value_currency_6 !== undefined) {
        json += ",\"currency\":"
        if (typeof value_currency_6 !== 'string') {
          if (value_currency_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_currency_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_currency_6.toISOString() + JSON_STR_QUOTE
          } else if (value_currency_6 instanceof RegExp) {
            json += asString(value_currency_6.source)
          } else {
            json += asString(value_currency_6.toString())
          }
        } else {
          json += asString(value_currency_6)
        }
      } else {
        throw new Error('"currency" is required!')
      }
      const value_interval_7 = obj["interval"]
      if (value_interval_7 !== undefined) {
        json += ",\"interval\":"
        if (typeof value_interval_7 !== 'string') {
          if (value_interval_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_interval_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_interval_7.toISOString() + JSON_STR_QUOTE
          } else if (value_interval_7 instanceof RegExp) {
            json += asString(value_interval_7.source)
          } else {
            json += asString(value_interval_7.toString())
          }
        } else {
          json += asString(value_interval_7)
        }
      } else {
        throw new Error('"interval" is required!')
      }
      const value_archived_8 = obj["archived"]
      if (value_archived_8 !== undefined) {
        json += ",\"archived\":"
        json += asBoolean(value_archived_8)
      } else {
        throw new Error('"archived" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/objects"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_objects_1 = obj["objects"]
      if (value_objects_1 !== undefined) {
        json += "{\"objects\":"
        json += anonymous1(value_objects_1)
      } else {
        throw new Error('"objects" is required!')
      }
      const value_next_page_9 = obj["next_page"]
      if (value_next_page_9 !== undefined) {
        json += ",\"next_page\":"
      if (value_next_page_9 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_next_page_9 !== 'string') {
          if (value_next_page_9 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_next_page_9 instanceof Date) {
            json += JSON_STR_QUOTE + value_next_page_9.toISOString() + JSON_STR_QUOTE
          } else if (value_next_page_9 instanceof RegExp) {
            json += asString(value_next_page_9.source)
          } else {
            json += asString(value_next_page_9.toString())
          }
        } else {
          json += asString(value_next_page_9)
        }
      }
      } else {
        throw new Error('"next_page" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const ProviderMetadata = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous1 (obj) {
      // "#/properties/response_types_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/response_types_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous2 (obj) {
      // "#/properties/response_modes_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/response_modes_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous3 (obj) {
      // "#/properties/grant_types_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/grant_types_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous4 (obj) {
      // "#/properties/subject_types_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/subject_types_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous5 (obj) {
      // "#/properties/id_token_signing_alg_values_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/id_token_signing_alg_values_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous6 (obj) {
      // "#/properties/scopes_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/scopes_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous7 (obj) {
      // "#/properties/claims_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/claims_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous8 (obj) {
      // "#/properties/token_endpoint_auth_methods_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/token_endpoint_auth_methods_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous9 (obj) {
      // "#/properties/code_challenge_methods_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/code_challenge_methods_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous10 (obj) {
      // "#/properties/acr_values_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/acr_values_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
    function anonymous11 (obj) {
      // "#/properties/prompt_values_supported"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/prompt_values_supported' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_issuer_1 = obj["issuer"]
      if (value_issuer_1 !== undefined) {
        json += "{\"issuer\":"
        if (typeof value_issuer_1 !== 'string') {
          if (value_issuer_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_issuer_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_issuer_1.toISOString() + JSON_STR_QUOTE
          } else if (value_issuer_1 instanceof RegExp) {
            json += asString(value_issuer_1.source)
          } else {
            json += asString(value_issuer_1.toString())
          }
        } else {
          json += asString(value_issuer_1)
        }
      } else {
        throw new Error('"issuer" is required!')
      }
      const value_authorization_endpoint_2 = obj["authorization_endpoint"]
      if (value_authorization_endpoint_2 !== undefined) {
        json += ",\"authorization_endpoint\":"
        if (typeof value_authorization_endpoint_2 !== 'string') {
          if (value_authorization_endpoint_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_authorization_endpoint_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_authorization_endpoint_2.toISOString() + JSON_STR_QUOTE
          } else if (value_authorization_endpoint_2 instanceof RegExp) {
            json += asString(value_authorization_endpoint_2.source)
          } else {
            json += asString(value_authorization_endpoint_2.toString())
          }
        } else {
          json += asString(value_authorization_endpoint_2)
        }
      } else {
        throw new Error('"authorization_endpoint" is required!')
      }
      const value_token_endpoint_3 = obj["token_endpoint"]
      if (value_token_endpoint_3 !== undefined) {
        json += ",\"token_endpoint\":"
        if (typeof value_token_endpoint_3 !== 'string') {
          if (value_token_endpoint_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_token_endpoint_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_token_endpoint_3.toISOString() + JSON_STR_QUOTE
          } else if (value_token_endpoint_3 instanceof RegExp) {
            json += asString(value_token_endpoint_3.source)
          } else {
            json += asString(value_token_endpoint_3.toString())
          }
        } else {
          json += asString(value_token_endpoint_3)
        }
      } else {
        throw new Error('"token_endpoint" is required!')
      }
      const value_userinfo_endpoint_4 = obj["userinfo_endpoint"]
      if (value_userinfo_endpoint_4 !== undefined) {
        json += ",\"userinfo_endpoint\":"
        if (typeof value_userinfo_endpoint_4 !== 'string') {
          if (value_userinfo_endpoint_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_userinfo_endpoint_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_userinfo_endpoint_4.toISOString() + JSON_STR_QUOTE
          } else if (value_userinfo_endpoint_4 instanceof RegExp) {
            json += asString(value_userinfo_endpoint_4.source)
          } else {
            json += asString(value_userinfo_endpoint_4.toString())
          }
        } else {
          json += asString(value_userinfo_endpoint_4)
        }
      } else {
        throw new Error('"userinfo_endpoint" is required!')
      }
      const value_end_session_endpoint_5 = obj["end_session_endpoint"]
      if (value_end_session_endpoint_5 !== undefined) {
        json += ",\"end_session_endpoint\":"
        if (typeof value_end_session_endpoint_5 !== 'string') {
          if (value_end_session_endpoint_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_end_session_endpoint_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_end_session_endpoint_5.toISOString() + JSON_STR_QUOTE
          } else if (value_end_session_endpoint_5 instanceof RegExp) {
            json += asString(value_end_session_endpoint_5.source)
          } else {
            json += asString(value_end_session_endpoint_5.toString())
          }
        } else {
          json += asString(value_end_session_endpoint_5)
        }
      } else {
        throw new Error('"end_session_endpoint" is required!')
      }
      const value_jwks_uri_6 = obj["jwks_uri"]
      if (value_jwks_uri_6 !== undefined) {
        json += ",\"jwks_uri\":"
        if (typeof value_jwks_uri_6 !== 'string') {
          if (value_jwks_uri_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_jwks_uri_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_jwks_uri_6.toISOString() + JSON_STR_QUOTE
          } else if (value_jwks_uri_6 instanceof RegExp) {
            json += asString(value_jwks_uri_6.source)
          } else {
            json += asString(value_jwks_uri_6.toString())
          }
        } else {
          json += asString(value_jwks_uri_6)
        }
      } else {
        throw new Error('"jwks_uri" is required!')
      }
      const value_response_types_supported_7 = obj["response_types_supported"]
      if (value_response_types_supported_7 !== undefined) {
        json += ",\"response_types_supported\":"
        json += anonymous1(value_response_types_supported_7)
      } else {
        throw new Error('"response_types_supported" is required!')
      }
      const value_response_modes_supported_8 = obj["response_modes_supported"]
      if (value_response_modes_supported_8 !== undefined) {
        json += ",\"response_modes_supported\":"
        json += anonymous2(value_response_modes_supported_8)
      } else {
        throw new Error('"response_modes_supported" is required!')
      }
      const value_grant_types_supported_9 = obj["grant_types_supported"]
      if (value_grant_types_supported_9 !== undefined) {
        json += ",\"grant_types_supported\":"
        json += anonymous3(value_grant_types_supported_9)
      } else {
        throw new Error('"grant_types_supported" is required!')
      }
      const value_subject_types_supported_10 = obj["subject_types_supported"]
      if (value_subject_types_supported_10 !== undefined) {
        json += ",\"subject_types_supported\":"
        json += anonymous4(value_subject_types_supported_10)
      } else {
        throw new Error('"subject_types_supported" is required!')
      }
      const value_id_token_signing_alg_values_supported_11 = obj["id_token_signing_alg_values_supported"]
      if (value_id_token_signing_alg_values_supported_11 !== undefined) {
        json += ",\"id_token_signing_alg_values_supported\":"
        json += anonymous5(value_id_token_signing_alg_values_supported_11)
      } else {
        throw new Error('"id_token_signing_alg_values_supported" is required!')
      }
      const value_scopes_supported_12 = obj["scopes_supported"]
      if (value_scopes_supported_12 !== undefined) {
        json += ",\"scopes_supported\":"
        json += anonymous6(value_scopes_supported_12)
      } else {
        throw new Error('"scopes_supported" is required!')
      }
      const value_claims_supported_13 = obj["claims_supported"]
      if (value_claims_supported_13 !== undefined) {
        json += ",\"claims_supported\":"
        json += anonymous7(value_claims_supported_13)
      } else {
        throw new Error('"claims_supported" is required!')
      }
      const value_token_endpoint_auth_methods_supported_14 = obj["token_endpoint_auth_methods_supported"]
      if (value_token_endpoint_auth_methods_supported_14 !== undefined) {
        json += ",\"token_endpoint_auth_methods_supported\":"
        json += anonymous8(value_token_endpoint_auth_methods_supported_14)
      } else {
        throw new Error('"token_endpoint_auth_methods_supported" is required!')
      }
      const value_code_challenge_methods_supported_15 = obj["code_challenge_methods_supported"]
      if (value_code_challenge_methods_supported_15 !== undefined) {
        json += ",\"code_challenge_methods_supported\":"
        json += anonymous9(value_code_challenge_methods_supported_15)
      } else {
        throw new Error('"code_challenge_methods_supported" is required!')
      }
      const value_request_parameter_supported_16 = obj["request_parameter_supported"]
      if (value_request_parameter_supported_16 !== undefined) {
        json += ",\"request_parameter_supported\":"
        json += asBoolean(value_request_parameter_supported_16)
      } else {
        throw new Error('"request_parameter_supported" is required!')
      }
      const value_request_uri_parameter_supported_17 = obj["request_uri_parameter_supported"]
      if (value_request_uri_parameter_supported_17 !== undefined) {
        json += ",\"request_uri_parameter_supported\":"
        json += asBoolean(value_request_uri_parameter_supported_17)
      } else {
        throw new Error('"request_uri_parameter_supported" is required!')
      }
      const value_authorization_response_iss_parameter_supported_18 = obj["authorization_response_iss_parameter_supported"]
      if (value_authorization_response_iss_parameter_supported_18 !== undefined) {
        json += ",\"authorization_response_iss_parameter_supported\":"
        json += asBoolean(value_authorization_response_iss_parameter_supported_18)
      } else {
        throw new Error('"authorization_response_iss_parameter_supported" is required!')
      }
      const value_backchannel_logout_supported_19 = obj["backchannel_logout_supported"]
      if (value_backchannel_logout_supported_19 !== undefined) {
        json += ",\"backchannel_logout_supported\":"
        json += asBoolean(value_backchannel_logout_supported_19)
      } else {
        throw new Error('"backchannel_logout_supported" is required!')
      }
      const value_backchannel_logout_session_supported_20 = obj["backchannel_logout_session_supported"]
      if (value_backchannel_logout_session_supported_20 !== undefined) {
        json += ",\"backchannel_logout_session_supported\":"
        json += asBoolean(value_backchannel_logout_session_supported_20)
      } else {
        throw new Error('"backchannel_logout_session_supported" is required!')
      }
      const value_acr_values_supported_21 = obj["acr_values_supported"]
      if (value_acr_values_supported_21 !== undefined) {
        json += ",\"acr_values_supported\":"
        json += anonymous10(value_acr_values_supported_21)
      }
      const value_prompt_values_supported_22 = obj["prompt_values_supported"]
      if (value_prompt_values_supported_22 !== undefined) {
        json += ",\"prompt_values_supported\":"
        json += anonymous11(value_prompt_values_supported_22)
      }
      const value_claims_parameter_supported_23 = obj["claims_parameter_supported"]
      if (value_claims_parameter_supported_23 !== undefined) {
        json += ",\"claims_parameter_supported\":"
        json += asBoolean(value_claims_parameter_supported_23)
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const SignedOutCustomer = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_sessions_ended_2 = obj["sessions_ended"]
      if (value_sessions_ended_2 !== undefined) {
        json += ",\"sessions_ended\":"
        json += asInteger(value_sessions_ended_2)
      } else {
        throw new Error('"sessions_ended" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Subscription = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_1 = obj["id"]
      if (value_id_1 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_1 !== 'string') {
          if (value_id_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_1.toISOString() + JSON_STR_QUOTE
          } else if (value_id_1 instanceof RegExp) {
            json += asString(value_id_1.source)
          } else {
            json += asString(value_id_1.toString())
          }
        } else {
          json += asString(value_id_1)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_status_2 = obj["status"]
      if (value_status_2 !== undefined) {
        json += ",\"status\":"
        if (typeof value_status_2 !== 'string') {
          if (value_status_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_status_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_status_2.toISOString() + JSON_STR_QUOTE
          } else if (value_status_2 instanceof RegExp) {
            json += asString(value_status_2.source)
          } else {
            json += asString(value_status_2.toString())
          }
        } else {
          json += asString(value_status_2)
        }
      } else {
        throw new Error('"status" is required!')
      }
      const value_customer_id_3 = obj["customer_id"]
      if (value_customer_id_3 !== undefined) {
        json += ",\"customer_id\":"
        if (typeof value_customer_id_3 !== 'string') {
          if (value_customer_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_customer_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_customer_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_customer_id_3 instanceof RegExp) {
            json += asString(value_customer_id_3.source)
          } else {
            json += asString(value_customer_id_3.toString())
          }
        } else {
          json += asString(value_customer_id_3)
        }
      } else {
        throw new Error('"customer_id" is required!')
      }
      const value_plan_id_4 = obj["plan_id"]
      if (value_plan_id_4 !== undefined) {
        json += ",\"plan_id\":"
        if (typeof value_plan_id_4 !== 'string') {
          if (value_plan_id_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_id_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_id_4.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_id_4 instanceof RegExp) {
            json += asString(value_plan_id_4.source)
          } else {
            json += asString(value_plan_id_4.toString())
          }
        } else {
          json += asString(value_plan_id_4)
        }
      } else {
        throw new Error('"plan_id" is required!')
      }
      const value_price_id_5 = obj["price_id"]
      if (value_price_id_5 !== undefined) {
        json += ",\"price_id\":"
      if (value_price_id_5 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_price_id_5 !== 'string') {
          if (value_price_id_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_price_id_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_price_id_5.toISOString() + JSON_STR_QUOTE
          } else if (value_price_id_5 instanceof RegExp) {
            json += asString(value_price_id_5.source)
          } else {
            json += asString(value_price_id_5.toString())
          }
        } else {
          json += asString(value_price_id_5)
        }
      }
      } else {
        throw new Error('"price_id" is required!')
      }
      const value_complimentary_6 = obj["complimentary"]
      if (value_complimentary_6 !== undefined) {
        json += ",\"complimentary\":"
        json += asBoolean(value_complimentary_6)
      } else {
        throw new Error('"complimentary" is required!')
      }
      const value_ends_at_7 = obj["ends_at"]
      if (value_ends_at_7 !== undefined) {
        json += ",\"ends_at\":"
      if (value_ends_at_7 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_ends_at_7 !== 'string') {
          if (value_ends_at_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_ends_at_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_ends_at_7.toISOString() + JSON_STR_QUOTE
          } else if (value_ends_at_7 instanceof RegExp) {
            json += asString(value_ends_at_7.source)
          } else {
            json += asString(value_ends_at_7.toString())
          }
        } else {
          json += asString(value_ends_at_7)
        }
      }
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const SubscriptionPage = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#/properties/objects/items"
      function anonymous2 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_id_3 = obj["id"]
      if (value_id_3 !== undefined) {
        json += "{\"id\":"
        if (typeof value_id_3 !== 'string') {
          if (value_id_3 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_3 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_3.toISOString() + JSON_STR_QUOTE
          } else if (value_id_3 instanceof RegExp) {
            json += asString(value_id_3.source)
          } else {
            json += asString(value_id_3.toString())
          }
        } else {
          json += asString(value_id_3)
        }
      } else {
        throw new Error('"id" is required!')
      }
      const value_status_4 = obj["status"]
      if (value_status_4 !== undefined) {
        json += ",\"status\":"
        if (typeof value_status_4 !== 'string') {
          if (value_status_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_status_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_status_4.toISOString() + JSON_STR_QUOTE
          } else if (value_status_4 instanceof RegExp) {
            json += asString(value_status_4.source)
          } else {
            json += asString(value_status_4.toString())
          }
        } else {
          json += asString(value_status_4)
        }
      } else {
        throw new Error('"status" is required!')
      }
      const value_customer_id_5 = obj["customer_id"]
      if (value_customer_id_5 !== undefined) {
        json += ",\"customer_id\":"
        if (typeof value_customer_id_5 !== 'string') {
          if (value_customer_id_5 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_customer_id_5 instanceof Date) {
            json += JSON_STR_QUOTE + value_customer_id_5.toISOString() + JSON_STR_QUOTE
          } else if (value_customer_id_5 instanceof RegExp) {
            json += asString(value_customer_id_5.source)
          } else {
            json += asString(value_customer_id_5.toString())
          }
        } else {
          json += asString(value_customer_id_5)
        }
      } else {
        throw new Error('"customer_id" is required!')
      }
      const value_plan_id_6 = obj["plan_id"]
      if (value_plan_id_6 !== undefined) {
        json += ",\"plan_id\":"
        if (typeof value_plan_id_6 !== 'string') {
          if (value_plan_id_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_id_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_id_6.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_id_6 instanceof RegExp) {
            json += asString(value_plan_id_6.source)
          } else {
            json += asString(value_plan_id_6.toString())
          }
        } else {
          json += asString(value_plan_id_6)
        }
      } else {
        throw new Error('"plan_id" is required!')
      }
      const value_price_id_7 = obj["price_id"]
      if (value_price_id_7 !== undefined) {
        json += ",\"price_id\":"
      if (value_price_id_7 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_price_id_7 !== 'string') {
          if (value_price_id_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_price_id_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_price_id_7.toISOString() + JSON_STR_QUOTE
          } else if (value_price_id_7 instanceof RegExp) {
            json += asString(value_price_id_7.source)
          } else {
            json += asString(value_price_id_7.toString())
          }
        } else {
          json += asString(value_price_id_7)
        }
      }
      } else {
        throw new Error('"price_id" is required!')
      }
      const value_complimentary_8 = obj["complimentary"]
      if (value_complimentary_8 !== undefined) {
        json += ",\"complimentary\":"
        json += asBoolean(value_complimentary_8)
      } else {
        throw new Error('"complimentary" is required!')
      }
      const value_ends_at_9 = obj["ends_at"]
      if (value_ends_at_9 !== undefined) {
        json += ",\"ends_at\":"
      if (value_ends_at_9 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_ends_at_9 !== 'string') {
          if (value_ends_at_9 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_ends_at_9 instanceof Date) {
            json += JSON_STR_QUOTE + value_ends_at_9.toISOString() + JSON_STR_QUOTE
          } else if (value_ends_at_9 instanceof RegExp) {
            json += asString(value_ends_at_9.source)
          } else {
            json += asString(value_ends_at_9.toString())
          }
        } else {
          json += asString(value_ends_at_9)
        }
      }
      }
return json + JSON_STR_END_OBJECT
      }
    function anonymous1 (obj) {
      // "#/properties/objects"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/objects' does not match schema definition.")
    }
    const arrayLength = obj.length
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        json += anonymous2(value)
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
          json += anonymous2(value)
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_objects_1 = obj["objects"]
      if (value_objects_1 !== undefined) {
        json += "{\"objects\":"
        json += anonymous1(value_objects_1)
      } else {
        throw new Error('"objects" is required!')
      }
      const value_next_page_10 = obj["next_page"]
      if (value_next_page_10 !== undefined) {
        json += ",\"next_page\":"
      if (value_next_page_10 === null) {
        json += JSON_STR_NULL
      } else {
        if (typeof value_next_page_10 !== 'string') {
          if (value_next_page_10 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_next_page_10 instanceof Date) {
            json += JSON_STR_QUOTE + value_next_page_10.toISOString() + JSON_STR_QUOTE
          } else if (value_next_page_10 instanceof RegExp) {
            json += asString(value_next_page_10.source)
          } else {
            json += asString(value_next_page_10.toString())
          }
        } else {
          json += asString(value_next_page_10)
        }
      }
      } else {
        throw new Error('"next_page" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const TokenResponse = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_access_token_1 = obj["access_token"]
      if (value_access_token_1 !== undefined) {
        json += "{\"access_token\":"
        if (typeof value_access_token_1 !== 'string') {
          if (value_access_token_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_access_token_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_access_token_1.toISOString() + JSON_STR_QUOTE
          } else if (value_access_token_1 instanceof RegExp) {
            json += asString(value_access_token_1.source)
          } else {
            json += asString(value_access_token_1.toString())
          }
        } else {
          json += asString(value_access_token_1)
        }
      } else {
        throw new Error('"access_token" is required!')
      }
      const value_token_type_2 = obj["token_type"]
      if (value_token_type_2 !== undefined) {
        json += ",\"token_type\":"
        if (typeof value_token_type_2 !== 'string') {
          if (value_token_type_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_token_type_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_token_type_2.toISOString() + JSON_STR_QUOTE
          } else if (value_token_type_2 instanceof RegExp) {
            json += asString(value_token_type_2.source)
          } else {
            json += asString(value_token_type_2.toString())
          }
        } else {
          json += asString(value_token_type_2)
        }
      } else {
        throw new Error('"token_type" is required!')
      }
      const value_expires_in_3 = obj["expires_in"]
      if (value_expires_in_3 !== undefined) {
        json += ",\"expires_in\":"
        json += asInteger(value_expires_in_3)
      } else {
        throw new Error('"expires_in" is required!')
      }
      const value_scope_4 = obj["scope"]
      if (value_scope_4 !== undefined) {
        json += ",\"scope\":"
        if (typeof value_scope_4 !== 'string') {
          if (value_scope_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_scope_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_scope_4.toISOString() + JSON_STR_QUOTE
          } else if (value_scope_4 instanceof RegExp) {
            json += asString(value_scope_4.source)
          } else {
            json += asString(value_scope_4.toString())
          }
        } else {
          json += asString(value_scope_4)
        }
      } else {
        throw new Error('"scope" is required!')
      }
      const value_created_at_5 = obj["created_at"]
      if (value_created_at_5 !== undefined) {
        json += ",\"created_at\":"
        json += asInteger(value_created_at_5)
      } else {
        throw new Error('"created_at" is required!')
      }
      const value_id_token_6 = obj["id_token"]
      if (value_id_token_6 !== undefined) {
        json += ",\"id_token\":"
        if (typeof value_id_token_6 !== 'string') {
          if (value_id_token_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_id_token_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_id_token_6.toISOString() + JSON_STR_QUOTE
          } else if (value_id_token_6 instanceof RegExp) {
            json += asString(value_id_token_6.source)
          } else {
            json += asString(value_id_token_6.toString())
          }
        } else {
          json += asString(value_id_token_6)
        }
      } else {
        throw new Error('"id_token" is required!')
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));

export const Userinfo = (function anonymous(validator,serializer
) {
const {
  asString,
  asNumber,
  asBoolean,
  asDateTime,
  asDate,
  asTime,
  asUnsafeString,
  asPlainStringArray
} = serializer
const asInteger = serializer.asInteger.bind(serializer)
    const JSON_STR_BEGIN_OBJECT = '{'
    const JSON_STR_END_OBJECT = '}'
    const JSON_STR_BEGIN_ARRAY = '['
    const JSON_STR_END_ARRAY = ']'
    const JSON_STR_COMMA = ','
    const JSON_STR_COLONS = ':'
    const JSON_STR_QUOTE = '"'
    const JSON_STR_EMPTY_OBJECT = JSON_STR_BEGIN_OBJECT + JSON_STR_END_OBJECT
    const JSON_STR_EMPTY_ARRAY = JSON_STR_BEGIN_ARRAY + JSON_STR_END_ARRAY
    const JSON_STR_EMPTY_STRING = JSON_STR_QUOTE + JSON_STR_QUOTE
    const JSON_STR_NULL = 'null'
    function anonymous1 (obj) {
      // "#/properties/plan_slugs"
      let json = ''
    if (obj === null) return JSON_STR_EMPTY_ARRAY
    if (!Array.isArray(obj)) {
      throw new TypeError("The value of '#/properties/plan_slugs' does not match schema definition.")
    }
    const arrayLength = obj.length
      if (typeof arrayLength === 'number' && arrayLength >= 8 && Number.isInteger(arrayLength) && arrayLength <= 0xffffffff) {
        return asPlainStringArray(obj, arrayLength)
      }
    json += JSON_STR_BEGIN_ARRAY
      if (arrayLength > 0) {
        const value = obj[0]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        for (let i = 1; i < arrayLength; i++) {
          json += JSON_STR_COMMA
          const value = obj[i]
        if (typeof value !== 'string') {
          if (value === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value instanceof Date) {
            json += JSON_STR_QUOTE + value.toISOString() + JSON_STR_QUOTE
          } else if (value instanceof RegExp) {
            json += asString(value.source)
          } else {
            json += asString(value.toString())
          }
        } else {
          json += asString(value)
        }
        }
      }
      return json + JSON_STR_END_ARRAY
    }
      // "#"
      function anonymous0 (input) {
        const obj = (input && typeof input.toJSON === 'function')
    ? input.toJSON()
    : input
        if (obj === null) return JSON_STR_EMPTY_OBJECT
        let json = ''
      const value_sub_1 = obj["sub"]
      if (value_sub_1 !== undefined) {
        json += "{\"sub\":"
        if (typeof value_sub_1 !== 'string') {
          if (value_sub_1 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_sub_1 instanceof Date) {
            json += JSON_STR_QUOTE + value_sub_1.toISOString() + JSON_STR_QUOTE
          } else if (value_sub_1 instanceof RegExp) {
            json += asString(value_sub_1.source)
          } else {
            json += asString(value_sub_1.toString())
          }
        } else {
          json += asString(value_sub_1)
        }
      } else {
        throw new Error('"sub" is required!')
      }
      const value_member_id_2 = obj["member_id"]
      if (value_member_id_2 !== undefined) {
        json += ",\"member_id\":"
        if (typeof value_member_id_2 !== 'string') {
          if (value_member_id_2 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_member_id_2 instanceof Date) {
            json += JSON_STR_QUOTE + value_member_id_2.toISOString() + JSON_STR_QUOTE
          } else if (value_member_id_2 instanceof RegExp) {
            json += asString(value_member_id_2.source)
          } else {
            json += asString(value_member_id_2.toString())
          }
        } else {
          json += asString(value_member_id_2)
        }
      } else {
        throw new Error('"member_id" is required!')
      }
      const value_plan_slugs_3 = obj["plan_slugs"]
      if (value_plan_slugs_3 !== undefined) {
        json += ",\"plan_slugs\":"
        json += anonymous1(value_plan_slugs_3)
      } else {
        throw new Error('"plan_slugs" is required!')
      }
      const value_email_4 = obj["email"]
      if (value_email_4 !== undefined) {
        json += ",\"email\":"
        if (typeof value_email_4 !== 'string') {
          if (value_email_4 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_email_4 instanceof Date) {
            json += JSON_STR_QUOTE + value_email_4.toISOString() + JSON_STR_QUOTE
          } else if (value_email_4 instanceof RegExp) {
            json += asString(value_email_4.source)
          } else {
            json += asString(value_email_4.toString())
          }
        } else {
          json += asString(value_email_4)
        }
      }
      const value_email_verified_5 = obj["email_verified"]
      if (value_email_verified_5 !== undefined) {
        json += ",\"email_verified\":"
        json += asBoolean(value_email_verified_5)
      }
      const value_name_6 = obj["name"]
      if (value_name_6 !== undefined) {
        json += ",\"name\":"
        if (typeof value_name_6 !== 'string') {
          if (value_name_6 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_name_6 instanceof Date) {
            json += JSON_STR_QUOTE + value_name_6.toISOString() + JSON_STR_QUOTE
          } else if (value_name_6 instanceof RegExp) {
            json += asString(value_name_6.source)
          } else {
            json += asString(value_name_6.toString())
          }
        } else {
          json += asString(value_name_6)
        }
      }
      const value_plan_7 = obj["plan"]
      if (value_plan_7 !== undefined) {
        json += ",\"plan\":"
        if (typeof value_plan_7 !== 'string') {
          if (value_plan_7 === null) {
            json += JSON_STR_EMPTY_STRING
          } else if (value_plan_7 instanceof Date) {
            json += JSON_STR_QUOTE + value_plan_7.toISOString() + JSON_STR_QUOTE
          } else if (value_plan_7 instanceof RegExp) {
            json += asString(value_plan_7.source)
          } else {
            json += asString(value_plan_7.toString())
          }
        } else {
          json += asString(value_plan_7)
        }
      }
return json + JSON_STR_END_OBJECT
      }
    const main = anonymous0
    return main
}(validator, serializer));
