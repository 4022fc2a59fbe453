// Written by scripts/generate.ts from openapi.yaml: never edited by hand.
// @ts-nocheck
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const nothing = validate10;
const schema11 = {"type":"object","additionalProperties":false};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
validate10.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

export const listMembersQuery = validate11;
const schema12 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation; an empty one counts as not sent","type":"string","pattern":"^([0-7][0-9a-hjkmnp-tv-z]{25})?$","x-absent":[""],"x-message":"must be the next_page of an earlier answer"},"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are\ncharacters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.\n","type":"string","maxLength":254,"x-trim":true,"x-message":"must be an e-mail address such as ada@example.org","pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"},"plan":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"created_after":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"},"created_before":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"},"state":{"type":"string","description":"What the person has, in one word; with several subscriptions, the first of these that is true.\n`past_due`: a payment failed, and they keep access for a time. `paying`: they pay, by a gateway or by the publisher's own means.\n`trial`: nothing was charged yet. `gift`: somebody else paid. `paused`: billing rests, and they have no access. `complimentary`: the publisher\ngives it. `ended`: they had a subscription and have none. `free`: they never had one. More may follow.\n","enum":["past_due","paying","trial","gift","paused","complimentary","ended","free"]}}};
const pattern0 = new RegExp("^([0-7][0-9a-hjkmnp-tv-z]{25})?$", "u");
const pattern1 = new RegExp("^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$", "u");
const pattern2 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f]+$", "u");
const func2 = require("ajv/dist/runtime/ucs2length").default;
const formats0 = /^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})? ?(?:Z|UTC|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])$/;

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "limit") || (key0 === "page")) || (key0 === "email")) || (key0 === "plan")) || (key0 === "created_after")) || (key0 === "created_before")) || (key0 === "state"))){
validate11.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate11.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate11.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate11.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate11.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^([0-7][0-9a-hjkmnp-tv-z]{25})?$"}}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data2 = data.email;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 254){
validate11.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern1.test(data2)){
validate11.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan !== undefined){
let data3 = data.plan;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 255){
validate11.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data3) < 1){
validate11.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data3)){
validate11.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_after !== undefined){
let data4 = data.created_after;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(!(formats0.test(data4))){
validate11.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_before !== undefined){
let data5 = data.created_before;
const _errs12 = errors;
if(errors === _errs12){
if(errors === _errs12){
if(typeof data5 === "string"){
if(!(formats0.test(data5))){
validate11.errors = [{instancePath:instancePath+"/created_before",schemaPath:"#/properties/created_before/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/created_before",schemaPath:"#/properties/created_before/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
let data6 = data.state;
const _errs14 = errors;
if(typeof data6 !== "string"){
validate11.errors = [{instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((((data6 === "past_due") || (data6 === "paying")) || (data6 === "trial")) || (data6 === "gift")) || (data6 === "paused")) || (data6 === "complimentary")) || (data6 === "ended")) || (data6 === "free"))){
validate11.errors = [{instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema12.properties.state.enum}}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

export const getMemberPath = validate12;
const schema13 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate12.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate12.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate12.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate12.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

export const updateMemberPath = validate13;
const schema14 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate13.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate13.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate13.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate13.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

export const updateMemberHeader = validate14;
const schema15 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};
const pattern5 = new RegExp("^[!-~]+$", "u");

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate14.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate14.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate14.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate14.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

export const updateMemberForm = validate15;
const schema16 = {"description":"At least one of them","type":"object","additionalProperties":false,"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are\ncharacters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.\n","type":"string","maxLength":254,"x-trim":true,"x-message":"must be an e-mail address such as ada@example.org","pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"},"name":{"description":"Full name, without control characters; an empty one is none","type":"string","maxLength":255,"x-trim":true,"x-message":"must be at most 255 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}},"allOf":[{"anyOf":[{"required":["email"]},{"required":["name"]}],"x-rule":{"parameter":"email","message":"is required unless name is given"}}]};
const pattern7 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", "u");

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.email === undefined) && (missing0 = "email")){
const err0 = {instancePath,schemaPath:"#/allOf/0/anyOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.name === undefined) && (missing1 = "name")){
const err1 = {instancePath,schemaPath:"#/allOf/0/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err2 = {instancePath,schemaPath:"#/allOf/0/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate15.errors = vErrors;
return false;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs5 = errors;
for(const key0 in data){
if(!((key0 === "email") || (key0 === "name"))){
validate15.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs5 === errors){
if(data.email !== undefined){
let data0 = data.email;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data0 === "string"){
if(func2(data0) > 254){
validate15.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern1.test(data0)){
validate15.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.name !== undefined){
let data1 = data.name;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate15.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern7.test(data1)){
validate15.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

export const updateMemberFormShape = validate16;
const schema17 = {"description":"At least one of them","type":"object","additionalProperties":false,"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are\ncharacters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.\n","type":"string","maxLength":254,"x-trim":true,"x-message":"must be an e-mail address such as ada@example.org","pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"},"name":{"description":"Full name, without control characters; an empty one is none","type":"string","maxLength":255,"x-trim":true,"x-message":"must be at most 255 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "email") || (key0 === "name"))){
validate16.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.email !== undefined){
let data0 = data.email;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 254){
validate16.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern1.test(data0)){
validate16.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data1 = data.name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate16.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern7.test(data1)){
validate16.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate16.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate16.errors = vErrors;
return errors === 0;
}

export const updateMemberFormRule0 = validate17;
const schema18 = {"anyOf":[{"required":["email"]},{"required":["name"]}],"x-rule":{"parameter":"email","message":"is required unless name is given"}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.email === undefined) && (missing0 = "email")){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.name === undefined) && (missing1 = "name")){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate17.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate17.errors = vErrors;
return errors === 0;
}

export const eraseMemberPath = validate18;
const schema19 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate18.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate18.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate18.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate18.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}

export const eraseMemberHeader = validate19;
const schema20 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate19.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate19.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate19.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate19.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate19.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}

export const listCustomersQuery = validate20;
const schema21 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation; an empty one counts as not sent","type":"string","pattern":"^([0-7][0-9a-hjkmnp-tv-z]{25})?$","x-absent":[""],"x-message":"must be the next_page of an earlier answer"},"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are\ncharacters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.\n","type":"string","maxLength":254,"x-trim":true,"x-message":"must be an e-mail address such as ada@example.org","pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"},"plan":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"created_after":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"},"created_before":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"},"state":{"type":"string","description":"What the person has, in one word; with several subscriptions, the first of these that is true.\n`past_due`: a payment failed, and they keep access for a time. `paying`: they pay, by a gateway or by the publisher's own means.\n`trial`: nothing was charged yet. `gift`: somebody else paid. `paused`: billing rests, and they have no access. `complimentary`: the publisher\ngives it. `ended`: they had a subscription and have none. `free`: they never had one. More may follow.\n","enum":["past_due","paying","trial","gift","paused","complimentary","ended","free"]}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "limit") || (key0 === "page")) || (key0 === "email")) || (key0 === "plan")) || (key0 === "created_after")) || (key0 === "created_before")) || (key0 === "state"))){
validate20.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate20.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate20.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate20.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate20.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^([0-7][0-9a-hjkmnp-tv-z]{25})?$"}}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data2 = data.email;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 254){
validate20.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern1.test(data2)){
validate20.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan !== undefined){
let data3 = data.plan;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 255){
validate20.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data3) < 1){
validate20.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data3)){
validate20.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_after !== undefined){
let data4 = data.created_after;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(!(formats0.test(data4))){
validate20.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_before !== undefined){
let data5 = data.created_before;
const _errs12 = errors;
if(errors === _errs12){
if(errors === _errs12){
if(typeof data5 === "string"){
if(!(formats0.test(data5))){
validate20.errors = [{instancePath:instancePath+"/created_before",schemaPath:"#/properties/created_before/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/created_before",schemaPath:"#/properties/created_before/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
let data6 = data.state;
const _errs14 = errors;
if(typeof data6 !== "string"){
validate20.errors = [{instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((((data6 === "past_due") || (data6 === "paying")) || (data6 === "trial")) || (data6 === "gift")) || (data6 === "paused")) || (data6 === "complimentary")) || (data6 === "ended")) || (data6 === "free"))){
validate20.errors = [{instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema21.properties.state.enum}}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}

export const createCustomerHeader = validate21;
const schema22 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate21.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate21.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate21.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate21.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}

export const createCustomerForm = validate22;
const schema23 = {"description":"At least one of `email` and `activation_code`","type":"object","additionalProperties":false,"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are\ncharacters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.\n","type":"string","maxLength":254,"x-trim":true,"x-message":"must be an e-mail address such as ada@example.org","pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"},"name":{"description":"Full name, without control characters; an empty one is none","type":"string","maxLength":255,"x-trim":true,"x-message":"must be at most 255 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"activation_code":{"description":"Unique for ever in the publication, compared without regard to case, blanks and hyphens; no control characters. Make it of at least 12 random characters. Warning:\nwhoever types a code that is good takes over the customer and what they have. Wrong codes are limited for each network and publication, but a\nshort or counted code can still be guessed; give such a code an `activation_code_expires_at`.\n","type":"string","minLength":8,"maxLength":64,"x-trim":true,"x-message":"must be 8 to 64 characters long, without control characters","pattern":"^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"},"activation_code_expires_at":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"}},"allOf":[{"anyOf":[{"required":["email"]},{"required":["activation_code"]}],"x-rule":{"parameter":"email","message":"is required unless activation_code is given"}}]};
const pattern18 = new RegExp("^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$", "u");

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.email === undefined) && (missing0 = "email")){
const err0 = {instancePath,schemaPath:"#/allOf/0/anyOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.activation_code === undefined) && (missing1 = "activation_code")){
const err1 = {instancePath,schemaPath:"#/allOf/0/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err2 = {instancePath,schemaPath:"#/allOf/0/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate22.errors = vErrors;
return false;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs5 = errors;
for(const key0 in data){
if(!((((key0 === "email") || (key0 === "name")) || (key0 === "activation_code")) || (key0 === "activation_code_expires_at"))){
validate22.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs5 === errors){
if(data.email !== undefined){
let data0 = data.email;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data0 === "string"){
if(func2(data0) > 254){
validate22.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern1.test(data0)){
validate22.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.name !== undefined){
let data1 = data.name;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate22.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern7.test(data1)){
validate22.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.activation_code !== undefined){
let data2 = data.activation_code;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data2 === "string"){
if(func2(data2) > 64){
validate22.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/maxLength",keyword:"maxLength",params:{limit: 64}}];
return false;
}
else {
if(func2(data2) < 8){
validate22.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/minLength",keyword:"minLength",params:{limit: 8}}];
return false;
}
else {
if(!pattern18.test(data2)){
validate22.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"}}];
return false;
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.activation_code_expires_at !== undefined){
let data3 = data.activation_code_expires_at;
const _errs12 = errors;
if(errors === _errs12){
if(errors === _errs12){
if(typeof data3 === "string"){
if(!(formats0.test(data3))){
validate22.errors = [{instancePath:instancePath+"/activation_code_expires_at",schemaPath:"#/properties/activation_code_expires_at/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/activation_code_expires_at",schemaPath:"#/properties/activation_code_expires_at/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

export const createCustomerFormShape = validate23;
const schema24 = {"description":"At least one of `email` and `activation_code`","type":"object","additionalProperties":false,"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are\ncharacters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.\n","type":"string","maxLength":254,"x-trim":true,"x-message":"must be an e-mail address such as ada@example.org","pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"},"name":{"description":"Full name, without control characters; an empty one is none","type":"string","maxLength":255,"x-trim":true,"x-message":"must be at most 255 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"activation_code":{"description":"Unique for ever in the publication, compared without regard to case, blanks and hyphens; no control characters. Make it of at least 12 random characters. Warning:\nwhoever types a code that is good takes over the customer and what they have. Wrong codes are limited for each network and publication, but a\nshort or counted code can still be guessed; give such a code an `activation_code_expires_at`.\n","type":"string","minLength":8,"maxLength":64,"x-trim":true,"x-message":"must be 8 to 64 characters long, without control characters","pattern":"^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"},"activation_code_expires_at":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "email") || (key0 === "name")) || (key0 === "activation_code")) || (key0 === "activation_code_expires_at"))){
validate23.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.email !== undefined){
let data0 = data.email;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 254){
validate23.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern1.test(data0)){
validate23.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data1 = data.name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate23.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern7.test(data1)){
validate23.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.activation_code !== undefined){
let data2 = data.activation_code;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 64){
validate23.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/maxLength",keyword:"maxLength",params:{limit: 64}}];
return false;
}
else {
if(func2(data2) < 8){
validate23.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/minLength",keyword:"minLength",params:{limit: 8}}];
return false;
}
else {
if(!pattern18.test(data2)){
validate23.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"}}];
return false;
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.activation_code_expires_at !== undefined){
let data3 = data.activation_code_expires_at;
const _errs8 = errors;
if(errors === _errs8){
if(errors === _errs8){
if(typeof data3 === "string"){
if(!(formats0.test(data3))){
validate23.errors = [{instancePath:instancePath+"/activation_code_expires_at",schemaPath:"#/properties/activation_code_expires_at/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/activation_code_expires_at",schemaPath:"#/properties/activation_code_expires_at/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}

export const createCustomerFormRule0 = validate24;
const schema25 = {"anyOf":[{"required":["email"]},{"required":["activation_code"]}],"x-rule":{"parameter":"email","message":"is required unless activation_code is given"}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.email === undefined) && (missing0 = "email")){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.activation_code === undefined) && (missing1 = "activation_code")){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate24.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate24.errors = vErrors;
return errors === 0;
}

export const getCustomerPath = validate25;
const schema26 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate25.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate25.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate25.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate25.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}

export const updateCustomerPath = validate26;
const schema27 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate26.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate26.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate26.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate26.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}

export const updateCustomerHeader = validate27;
const schema28 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate27.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate27.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate27.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate27.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate27.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate27.errors = vErrors;
return errors === 0;
}

export const updateCustomerForm = validate28;
const schema29 = {"description":"At least one of them","type":"object","additionalProperties":false,"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are\ncharacters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.\n","type":"string","maxLength":254,"x-trim":true,"x-message":"must be an e-mail address such as ada@example.org","pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"},"name":{"description":"Full name, without control characters; an empty one is none","type":"string","maxLength":255,"x-trim":true,"x-message":"must be at most 255 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"activation_code":{"description":"Unique for ever in the publication, compared without regard to case, blanks and hyphens; no control characters. Make it of at least 12 random characters. Warning:\nwhoever types a code that is good takes over the customer and what they have. Wrong codes are limited for each network and publication, but a\nshort or counted code can still be guessed; give such a code an `activation_code_expires_at`.\n","type":"string","minLength":8,"maxLength":64,"x-trim":true,"x-message":"must be 8 to 64 characters long, without control characters","pattern":"^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"},"activation_code_expires_at":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"}},"allOf":[{"anyOf":[{"required":["email"]},{"required":["name"]},{"required":["activation_code"]}],"x-rule":{"parameter":"email","message":"is required unless name or activation_code is given"}}]};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.email === undefined) && (missing0 = "email")){
const err0 = {instancePath,schemaPath:"#/allOf/0/anyOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.name === undefined) && (missing1 = "name")){
const err1 = {instancePath,schemaPath:"#/allOf/0/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.activation_code === undefined) && (missing2 = "activation_code")){
const err2 = {instancePath,schemaPath:"#/allOf/0/anyOf/2/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
}
}
if(!valid1){
const err3 = {instancePath,schemaPath:"#/allOf/0/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate28.errors = vErrors;
return false;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs6 = errors;
for(const key0 in data){
if(!((((key0 === "email") || (key0 === "name")) || (key0 === "activation_code")) || (key0 === "activation_code_expires_at"))){
validate28.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs6 === errors){
if(data.email !== undefined){
let data0 = data.email;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data0 === "string"){
if(func2(data0) > 254){
validate28.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern1.test(data0)){
validate28.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.name !== undefined){
let data1 = data.name;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate28.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern7.test(data1)){
validate28.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.activation_code !== undefined){
let data2 = data.activation_code;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data2 === "string"){
if(func2(data2) > 64){
validate28.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/maxLength",keyword:"maxLength",params:{limit: 64}}];
return false;
}
else {
if(func2(data2) < 8){
validate28.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/minLength",keyword:"minLength",params:{limit: 8}}];
return false;
}
else {
if(!pattern18.test(data2)){
validate28.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"}}];
return false;
}
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.activation_code_expires_at !== undefined){
let data3 = data.activation_code_expires_at;
const _errs13 = errors;
if(errors === _errs13){
if(errors === _errs13){
if(typeof data3 === "string"){
if(!(formats0.test(data3))){
validate28.errors = [{instancePath:instancePath+"/activation_code_expires_at",schemaPath:"#/properties/activation_code_expires_at/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/activation_code_expires_at",schemaPath:"#/properties/activation_code_expires_at/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate28.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate28.errors = vErrors;
return errors === 0;
}

export const updateCustomerFormShape = validate29;
const schema30 = {"description":"At least one of them","type":"object","additionalProperties":false,"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are\ncharacters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.\n","type":"string","maxLength":254,"x-trim":true,"x-message":"must be an e-mail address such as ada@example.org","pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"},"name":{"description":"Full name, without control characters; an empty one is none","type":"string","maxLength":255,"x-trim":true,"x-message":"must be at most 255 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"activation_code":{"description":"Unique for ever in the publication, compared without regard to case, blanks and hyphens; no control characters. Make it of at least 12 random characters. Warning:\nwhoever types a code that is good takes over the customer and what they have. Wrong codes are limited for each network and publication, but a\nshort or counted code can still be guessed; give such a code an `activation_code_expires_at`.\n","type":"string","minLength":8,"maxLength":64,"x-trim":true,"x-message":"must be 8 to 64 characters long, without control characters","pattern":"^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"},"activation_code_expires_at":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"}}};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "email") || (key0 === "name")) || (key0 === "activation_code")) || (key0 === "activation_code_expires_at"))){
validate29.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.email !== undefined){
let data0 = data.email;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 254){
validate29.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern1.test(data0)){
validate29.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data1 = data.name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate29.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern7.test(data1)){
validate29.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.activation_code !== undefined){
let data2 = data.activation_code;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 64){
validate29.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/maxLength",keyword:"maxLength",params:{limit: 64}}];
return false;
}
else {
if(func2(data2) < 8){
validate29.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/minLength",keyword:"minLength",params:{limit: 8}}];
return false;
}
else {
if(!pattern18.test(data2)){
validate29.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"}}];
return false;
}
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.activation_code_expires_at !== undefined){
let data3 = data.activation_code_expires_at;
const _errs8 = errors;
if(errors === _errs8){
if(errors === _errs8){
if(typeof data3 === "string"){
if(!(formats0.test(data3))){
validate29.errors = [{instancePath:instancePath+"/activation_code_expires_at",schemaPath:"#/properties/activation_code_expires_at/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate29.errors = [{instancePath:instancePath+"/activation_code_expires_at",schemaPath:"#/properties/activation_code_expires_at/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate29.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate29.errors = vErrors;
return errors === 0;
}

export const updateCustomerFormRule0 = validate30;
const schema31 = {"anyOf":[{"required":["email"]},{"required":["name"]},{"required":["activation_code"]}],"x-rule":{"parameter":"email","message":"is required unless name or activation_code is given"}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.email === undefined) && (missing0 = "email")){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.name === undefined) && (missing1 = "name")){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.activation_code === undefined) && (missing2 = "activation_code")){
const err2 = {instancePath,schemaPath:"#/anyOf/2/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
}
}
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate30.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate30.errors = vErrors;
return errors === 0;
}

export const eraseCustomerPath = validate31;
const schema32 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate31.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate31.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate31.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate31.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate31.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}

export const eraseCustomerHeader = validate32;
const schema33 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate32.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate32.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate32.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate32.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate32.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}

export const signOutCustomerPath = validate33;
const schema34 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate33.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate33.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate33.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate33.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate33.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate33.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}

export const signOutCustomerHeader = validate34;
const schema35 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate34.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate34.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate34.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate34.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate34.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate34.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate34.errors = vErrors;
return errors === 0;
}

export const updateCustomerNewslettersPath = validate35;
const schema36 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate35.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate35.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate35.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate35.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate35.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate35.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate35.errors = vErrors;
return errors === 0;
}

export const updateCustomerNewslettersHeader = validate36;
const schema37 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate36.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate36.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate36.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate36.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate36.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate36.errors = vErrors;
return errors === 0;
}

export const updateCustomerNewslettersForm = validate37;
const schema38 = {"type":"object","additionalProperties":false,"required":["newsletter_slugs"],"properties":{"newsletter_slugs":{"description":"Slugs of newsletters, separated by commas; empty for none. Ids are taken as well.","type":"string","maxLength":4096,"pattern":"^([a-z0-9_-]+(,[a-z0-9_-]+)*)?$","x-trim":true,"x-message":"must be slugs of newsletters, separated by commas"}}};
const pattern37 = new RegExp("^([a-z0-9_-]+(,[a-z0-9_-]+)*)?$", "u");

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.newsletter_slugs === undefined) && (missing0 = "newsletter_slugs")){
validate37.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "newsletter_slugs")){
validate37.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.newsletter_slugs !== undefined){
let data0 = data.newsletter_slugs;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 4096){
validate37.errors = [{instancePath:instancePath+"/newsletter_slugs",schemaPath:"#/properties/newsletter_slugs/maxLength",keyword:"maxLength",params:{limit: 4096}}];
return false;
}
else {
if(!pattern37.test(data0)){
validate37.errors = [{instancePath:instancePath+"/newsletter_slugs",schemaPath:"#/properties/newsletter_slugs/pattern",keyword:"pattern",params:{pattern: "^([a-z0-9_-]+(,[a-z0-9_-]+)*)?$"}}];
return false;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/newsletter_slugs",schemaPath:"#/properties/newsletter_slugs/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate37.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate37.errors = vErrors;
return errors === 0;
}

export const updateCustomerPostalAddressPath = validate38;
const schema39 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate38.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate38.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate38.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate38.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate38.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate38.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate38.errors = vErrors;
return errors === 0;
}

export const updateCustomerPostalAddressHeader = validate39;
const schema40 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate39.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate39.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate39.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate39.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate39.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate39.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate39.errors = vErrors;
return errors === 0;
}

export const updateCustomerPostalAddressForm = validate40;
const schema41 = {"description":"The parts of an address; which are required depends on the country","type":"object","additionalProperties":false,"required":["country"],"properties":{"country":{"description":"A code of ISO 3166-1 such as DE; an empty one removes the address","type":"string","maxLength":2,"pattern":"^([A-Za-z]{2})?$","x-trim":true,"x-message":"must be a code of ISO 3166-1 such as DE, or empty"},"name":{"description":"A part of an address, without control characters; an empty one is none","type":"string","maxLength":100,"x-trim":true,"x-message":"must be at most 100 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"organization":{"description":"A part of an address, without control characters; an empty one is none","type":"string","maxLength":100,"x-trim":true,"x-message":"must be at most 100 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"line1":{"description":"A part of an address, without control characters; an empty one is none","type":"string","maxLength":100,"x-trim":true,"x-message":"must be at most 100 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"line2":{"description":"A part of an address, without control characters; an empty one is none","type":"string","maxLength":100,"x-trim":true,"x-message":"must be at most 100 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"district":{"description":"A part of an address, without control characters; an empty one is none","type":"string","maxLength":100,"x-trim":true,"x-message":"must be at most 100 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"city":{"description":"A part of an address, without control characters; an empty one is none","type":"string","maxLength":100,"x-trim":true,"x-message":"must be at most 100 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"region":{"description":"A part of an address, without control characters; an empty one is none","type":"string","maxLength":100,"x-trim":true,"x-message":"must be at most 100 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"postal_code":{"description":"A part of an address, without control characters; an empty one is none","type":"string","maxLength":100,"x-trim":true,"x-message":"must be at most 100 characters long, without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}};
const func63 = Object.prototype.hasOwnProperty;
const pattern40 = new RegExp("^([A-Za-z]{2})?$", "u");

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.country === undefined) && (missing0 = "country")){
validate40.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func63.call(schema41.properties, key0))){
validate40.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.country !== undefined){
let data0 = data.country;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 2){
validate40.errors = [{instancePath:instancePath+"/country",schemaPath:"#/properties/country/maxLength",keyword:"maxLength",params:{limit: 2}}];
return false;
}
else {
if(!pattern40.test(data0)){
validate40.errors = [{instancePath:instancePath+"/country",schemaPath:"#/properties/country/pattern",keyword:"pattern",params:{pattern: "^([A-Za-z]{2})?$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data1 = data.name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 100){
validate40.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100}}];
return false;
}
else {
if(!pattern7.test(data1)){
validate40.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.organization !== undefined){
let data2 = data.organization;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 100){
validate40.errors = [{instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/maxLength",keyword:"maxLength",params:{limit: 100}}];
return false;
}
else {
if(!pattern7.test(data2)){
validate40.errors = [{instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.line1 !== undefined){
let data3 = data.line1;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 100){
validate40.errors = [{instancePath:instancePath+"/line1",schemaPath:"#/properties/line1/maxLength",keyword:"maxLength",params:{limit: 100}}];
return false;
}
else {
if(!pattern7.test(data3)){
validate40.errors = [{instancePath:instancePath+"/line1",schemaPath:"#/properties/line1/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/line1",schemaPath:"#/properties/line1/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.line2 !== undefined){
let data4 = data.line2;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data4 === "string"){
if(func2(data4) > 100){
validate40.errors = [{instancePath:instancePath+"/line2",schemaPath:"#/properties/line2/maxLength",keyword:"maxLength",params:{limit: 100}}];
return false;
}
else {
if(!pattern7.test(data4)){
validate40.errors = [{instancePath:instancePath+"/line2",schemaPath:"#/properties/line2/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/line2",schemaPath:"#/properties/line2/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.district !== undefined){
let data5 = data.district;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(func2(data5) > 100){
validate40.errors = [{instancePath:instancePath+"/district",schemaPath:"#/properties/district/maxLength",keyword:"maxLength",params:{limit: 100}}];
return false;
}
else {
if(!pattern7.test(data5)){
validate40.errors = [{instancePath:instancePath+"/district",schemaPath:"#/properties/district/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/district",schemaPath:"#/properties/district/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.city !== undefined){
let data6 = data.city;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(func2(data6) > 100){
validate40.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/maxLength",keyword:"maxLength",params:{limit: 100}}];
return false;
}
else {
if(!pattern7.test(data6)){
validate40.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.region !== undefined){
let data7 = data.region;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(func2(data7) > 100){
validate40.errors = [{instancePath:instancePath+"/region",schemaPath:"#/properties/region/maxLength",keyword:"maxLength",params:{limit: 100}}];
return false;
}
else {
if(!pattern7.test(data7)){
validate40.errors = [{instancePath:instancePath+"/region",schemaPath:"#/properties/region/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/region",schemaPath:"#/properties/region/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.postal_code !== undefined){
let data8 = data.postal_code;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(func2(data8) > 100){
validate40.errors = [{instancePath:instancePath+"/postal_code",schemaPath:"#/properties/postal_code/maxLength",keyword:"maxLength",params:{limit: 100}}];
return false;
}
else {
if(!pattern7.test(data8)){
validate40.errors = [{instancePath:instancePath+"/postal_code",schemaPath:"#/properties/postal_code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/postal_code",schemaPath:"#/properties/postal_code/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate40.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate40.errors = vErrors;
return errors === 0;
}

export const listSubscriptionsQuery = validate41;
const schema42 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation; an empty one counts as not sent","type":"string","pattern":"^([0-7][0-9a-hjkmnp-tv-z]{25})?$","x-absent":[""],"x-message":"must be the next_page of an earlier answer"},"customer":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"plan":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"status":{"type":"string","enum":["active","canceled"]},"created_after":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"},"created_before":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"}}};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "limit") || (key0 === "page")) || (key0 === "customer")) || (key0 === "plan")) || (key0 === "status")) || (key0 === "created_after")) || (key0 === "created_before"))){
validate41.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate41.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate41.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate41.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate41.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^([0-7][0-9a-hjkmnp-tv-z]{25})?$"}}];
return false;
}
}
else {
validate41.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.customer !== undefined){
let data2 = data.customer;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 255){
validate41.errors = [{instancePath:instancePath+"/customer",schemaPath:"#/properties/customer/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data2) < 1){
validate41.errors = [{instancePath:instancePath+"/customer",schemaPath:"#/properties/customer/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data2)){
validate41.errors = [{instancePath:instancePath+"/customer",schemaPath:"#/properties/customer/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate41.errors = [{instancePath:instancePath+"/customer",schemaPath:"#/properties/customer/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan !== undefined){
let data3 = data.plan;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 255){
validate41.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data3) < 1){
validate41.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data3)){
validate41.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate41.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data4 = data.status;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate41.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data4 === "active") || (data4 === "canceled"))){
validate41.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema42.properties.status.enum}}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_after !== undefined){
let data5 = data.created_after;
const _errs12 = errors;
if(errors === _errs12){
if(errors === _errs12){
if(typeof data5 === "string"){
if(!(formats0.test(data5))){
validate41.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate41.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_before !== undefined){
let data6 = data.created_before;
const _errs14 = errors;
if(errors === _errs14){
if(errors === _errs14){
if(typeof data6 === "string"){
if(!(formats0.test(data6))){
validate41.errors = [{instancePath:instancePath+"/created_before",schemaPath:"#/properties/created_before/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate41.errors = [{instancePath:instancePath+"/created_before",schemaPath:"#/properties/created_before/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate41.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate41.errors = vErrors;
return errors === 0;
}

export const createSubscriptionHeader = validate42;
const schema43 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate42.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate42.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate42.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate42.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate42.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate42.errors = vErrors;
return errors === 0;
}

export const createSubscriptionForm = validate43;
const schema44 = {"description":"Exactly one of `price_id` and `complimentary=true`","type":"object","additionalProperties":false,"required":["customer_id","plan_id"],"properties":{"customer_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"plan_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"price_id":{"description":"An identifier; an empty one counts as not sent","type":"string","maxLength":255,"x-absent":["","null"],"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"complimentary":{"description":"Free of charge","type":"boolean","default":false},"ends_at":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"}},"allOf":[{"anyOf":[{"required":["price_id"],"properties":{"price_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"complimentary":{"enum":[false]}}},{"required":["complimentary"],"properties":{"complimentary":{"enum":[true]},"price_id":{"enum":[""]}}}],"x-rule":{"parameter":"price_id","message":"is required unless complimentary is true, and must be left out or empty when it is"}}]};
const pattern56 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f]*$", "u");

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.price_id === undefined) && (missing0 = "price_id")){
const err0 = {instancePath,schemaPath:"#/allOf/0/anyOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.price_id !== undefined){
let data0 = data.price_id;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data0 === "string"){
if(func2(data0) > 255){
const err1 = {instancePath:instancePath+"/price_id",schemaPath:"#/allOf/0/anyOf/0/properties/price_id/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/price_id",schemaPath:"#/allOf/0/anyOf/0/properties/price_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(!pattern2.test(data0)){
const err3 = {instancePath:instancePath+"/price_id",schemaPath:"#/allOf/0/anyOf/0/properties/price_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
else {
const err4 = {instancePath:instancePath+"/price_id",schemaPath:"#/allOf/0/anyOf/0/properties/price_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var valid2 = _errs4 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.complimentary !== undefined){
const _errs6 = errors;
if(!(data.complimentary === false)){
const err5 = {instancePath:instancePath+"/complimentary",schemaPath:"#/allOf/0/anyOf/0/properties/complimentary/enum",keyword:"enum",params:{allowedValues: schema44.allOf[0].anyOf[0].properties.complimentary.enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
}
}
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.complimentary === undefined) && (missing1 = "complimentary")){
const err6 = {instancePath,schemaPath:"#/allOf/0/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data.complimentary !== undefined){
const _errs8 = errors;
if(!(data.complimentary === true)){
const err7 = {instancePath:instancePath+"/complimentary",schemaPath:"#/allOf/0/anyOf/1/properties/complimentary/enum",keyword:"enum",params:{allowedValues: schema44.allOf[0].anyOf[1].properties.complimentary.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.price_id !== undefined){
const _errs9 = errors;
if(!(data.price_id === "")){
const err8 = {instancePath:instancePath+"/price_id",schemaPath:"#/allOf/0/anyOf/1/properties/price_id/enum",keyword:"enum",params:{allowedValues: schema44.allOf[0].anyOf[1].properties.price_id.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
}
}
}
var _valid0 = _errs7 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err9 = {instancePath,schemaPath:"#/allOf/0/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate43.errors = vErrors;
return false;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.customer_id === undefined) && (missing2 = "customer_id")) || ((data.plan_id === undefined) && (missing2 = "plan_id"))){
validate43.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
const _errs10 = errors;
for(const key0 in data){
if(!(((((key0 === "customer_id") || (key0 === "plan_id")) || (key0 === "price_id")) || (key0 === "complimentary")) || (key0 === "ends_at"))){
validate43.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs10 === errors){
if(data.customer_id !== undefined){
let data4 = data.customer_id;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(func2(data4) > 255){
validate43.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data4) < 1){
validate43.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data4)){
validate43.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.plan_id !== undefined){
let data5 = data.plan_id;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(func2(data5) > 255){
validate43.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data5) < 1){
validate43.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data5)){
validate43.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs13 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.price_id !== undefined){
let data6 = data.price_id;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data6 === "string"){
if(func2(data6) > 255){
validate43.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern56.test(data6)){
validate43.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}}];
return false;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs15 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.complimentary !== undefined){
const _errs17 = errors;
if(typeof data.complimentary !== "boolean"){
validate43.errors = [{instancePath:instancePath+"/complimentary",schemaPath:"#/properties/complimentary/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.ends_at !== undefined){
let data8 = data.ends_at;
const _errs19 = errors;
if(errors === _errs19){
if(errors === _errs19){
if(typeof data8 === "string"){
if(!(formats0.test(data8))){
validate43.errors = [{instancePath:instancePath+"/ends_at",schemaPath:"#/properties/ends_at/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/ends_at",schemaPath:"#/properties/ends_at/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid4 = _errs19 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate43.errors = vErrors;
return errors === 0;
}

export const createSubscriptionFormShape = validate44;
const schema45 = {"description":"Exactly one of `price_id` and `complimentary=true`","type":"object","additionalProperties":false,"required":["customer_id","plan_id"],"properties":{"customer_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"plan_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"price_id":{"description":"An identifier; an empty one counts as not sent","type":"string","maxLength":255,"x-absent":["","null"],"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"complimentary":{"description":"Free of charge","type":"boolean","default":false},"ends_at":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"}}};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.customer_id === undefined) && (missing0 = "customer_id")) || ((data.plan_id === undefined) && (missing0 = "plan_id"))){
validate44.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "customer_id") || (key0 === "plan_id")) || (key0 === "price_id")) || (key0 === "complimentary")) || (key0 === "ends_at"))){
validate44.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.customer_id !== undefined){
let data0 = data.customer_id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate44.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate44.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate44.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan_id !== undefined){
let data1 = data.plan_id;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate44.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data1) < 1){
validate44.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data1)){
validate44.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.price_id !== undefined){
let data2 = data.price_id;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 255){
validate44.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern56.test(data2)){
validate44.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.complimentary !== undefined){
const _errs8 = errors;
if(typeof data.complimentary !== "boolean"){
validate44.errors = [{instancePath:instancePath+"/complimentary",schemaPath:"#/properties/complimentary/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ends_at !== undefined){
let data4 = data.ends_at;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(!(formats0.test(data4))){
validate44.errors = [{instancePath:instancePath+"/ends_at",schemaPath:"#/properties/ends_at/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate44.errors = [{instancePath:instancePath+"/ends_at",schemaPath:"#/properties/ends_at/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate44.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate44.errors = vErrors;
return errors === 0;
}

export const createSubscriptionFormRule0 = validate45;
const schema46 = {"anyOf":[{"required":["price_id"],"properties":{"price_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"},"complimentary":{"enum":[false]}}},{"required":["complimentary"],"properties":{"complimentary":{"enum":[true]},"price_id":{"enum":[""]}}}],"x-rule":{"parameter":"price_id","message":"is required unless complimentary is true, and must be left out or empty when it is"}};

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.price_id === undefined) && (missing0 = "price_id")){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.price_id !== undefined){
let data0 = data.price_id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
const err1 = {instancePath:instancePath+"/price_id",schemaPath:"#/anyOf/0/properties/price_id/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/price_id",schemaPath:"#/anyOf/0/properties/price_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(!pattern2.test(data0)){
const err3 = {instancePath:instancePath+"/price_id",schemaPath:"#/anyOf/0/properties/price_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
else {
const err4 = {instancePath:instancePath+"/price_id",schemaPath:"#/anyOf/0/properties/price_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var valid1 = _errs2 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.complimentary !== undefined){
const _errs4 = errors;
if(!(data.complimentary === false)){
const err5 = {instancePath:instancePath+"/complimentary",schemaPath:"#/anyOf/0/properties/complimentary/enum",keyword:"enum",params:{allowedValues: schema46.anyOf[0].properties.complimentary.enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
}
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.complimentary === undefined) && (missing1 = "complimentary")){
const err6 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data.complimentary !== undefined){
const _errs6 = errors;
if(!(data.complimentary === true)){
const err7 = {instancePath:instancePath+"/complimentary",schemaPath:"#/anyOf/1/properties/complimentary/enum",keyword:"enum",params:{allowedValues: schema46.anyOf[1].properties.complimentary.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.price_id !== undefined){
const _errs7 = errors;
if(!(data.price_id === "")){
const err8 = {instancePath:instancePath+"/price_id",schemaPath:"#/anyOf/1/properties/price_id/enum",keyword:"enum",params:{allowedValues: schema46.anyOf[1].properties.price_id.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
}
}
}
var _valid0 = _errs5 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err9 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate45.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate45.errors = vErrors;
return errors === 0;
}

export const getSubscriptionPath = validate46;
const schema47 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate46.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate46.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate46.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate46.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate46.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate46.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate46.errors = vErrors;
return errors === 0;
}

export const cancelSubscriptionPath = validate47;
const schema48 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate47.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate47.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate47.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate47.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate47.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate47.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate47.errors = vErrors;
return errors === 0;
}

export const cancelSubscriptionHeader = validate48;
const schema49 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate48.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate48.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate48.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern5.test(data0)){
validate48.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"}}];
return false;
}
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate48.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate48.errors = vErrors;
return errors === 0;
}

export const getFiguresQuery = validate49;
const schema50 = {"type":"object","additionalProperties":false,"required":[],"properties":{"from":{"description":"A day such as 2026-12-31","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-message":"must be a day such as 2026-12-31"},"to":{"description":"A day such as 2026-12-31","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-message":"must be a day such as 2026-12-31"},"interval":{"type":"string","enum":["month","day"],"description":"The length of a period of figures"}}};
const pattern64 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "u");

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "from") || (key0 === "to")) || (key0 === "interval"))){
validate49.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.from !== undefined){
let data0 = data.from;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern64.test(data0)){
validate49.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}];
return false;
}
}
else {
validate49.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.to !== undefined){
let data1 = data.to;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern64.test(data1)){
validate49.errors = [{instancePath:instancePath+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}];
return false;
}
}
else {
validate49.errors = [{instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.interval !== undefined){
let data2 = data.interval;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate49.errors = [{instancePath:instancePath+"/interval",schemaPath:"#/properties/interval/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data2 === "month") || (data2 === "day"))){
validate49.errors = [{instancePath:instancePath+"/interval",schemaPath:"#/properties/interval/enum",keyword:"enum",params:{allowedValues: schema50.properties.interval.enum}}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate49.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate49.errors = vErrors;
return errors === 0;
}

export const listPlansQuery = validate50;
const schema51 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation; an empty one counts as not sent","type":"string","pattern":"^([0-7][0-9a-hjkmnp-tv-z]{25})?$","x-absent":[""],"x-message":"must be the next_page of an earlier answer"}}};

function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "page"))){
validate50.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate50.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate50.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate50.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate50.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^([0-7][0-9a-hjkmnp-tv-z]{25})?$"}}];
return false;
}
}
else {
validate50.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate50.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate50.errors = vErrors;
return errors === 0;
}

export const getPlanPath = validate51;
const schema52 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate51.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate51.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate51.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate51.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate51.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate51.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate51.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate51.errors = vErrors;
return errors === 0;
}

export const listPricesQuery = validate52;
const schema53 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation; an empty one counts as not sent","type":"string","pattern":"^([0-7][0-9a-hjkmnp-tv-z]{25})?$","x-absent":[""],"x-message":"must be the next_page of an earlier answer"},"plan":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "page")) || (key0 === "plan"))){
validate52.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate52.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate52.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate52.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate52.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^([0-7][0-9a-hjkmnp-tv-z]{25})?$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan !== undefined){
let data2 = data.plan;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 255){
validate52.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data2) < 1){
validate52.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data2)){
validate52.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate52.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}

export const getPricePath = validate53;
const schema54 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate53.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate53.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate53.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate53.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate53.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate53.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}

export const listOffersQuery = validate54;
const schema55 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation; an empty one counts as not sent","type":"string","pattern":"^([0-7][0-9a-hjkmnp-tv-z]{25})?$","x-absent":[""],"x-message":"must be the next_page of an earlier answer"}}};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "page"))){
validate54.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate54.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate54.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate54.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate54.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^([0-7][0-9a-hjkmnp-tv-z]{25})?$"}}];
return false;
}
}
else {
validate54.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate54.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate54.errors = vErrors;
return errors === 0;
}

export const getOfferPath = validate55;
const schema56 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate55.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate55.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate55.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate55.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate55.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate55.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate55.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate55.errors = vErrors;
return errors === 0;
}

export const listNewslettersQuery = validate56;
const schema57 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation; an empty one counts as not sent","type":"string","pattern":"^([0-7][0-9a-hjkmnp-tv-z]{25})?$","x-absent":[""],"x-message":"must be the next_page of an earlier answer"}}};

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "page"))){
validate56.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate56.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate56.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate56.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate56.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^([0-7][0-9a-hjkmnp-tv-z]{25})?$"}}];
return false;
}
}
else {
validate56.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate56.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate56.errors = vErrors;
return errors === 0;
}

export const getNewsletterPath = validate57;
const schema58 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"x-message":"must be an identifier of 1 to 255 characters without control characters","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}};

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate57.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate57.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate57.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate57.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate57.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate57.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate57.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate57.errors = vErrors;
return errors === 0;
}

export const listEventsQuery = validate58;
const schema59 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation; an empty one counts as not sent","type":"string","pattern":"^([0-7][0-9a-hjkmnp-tv-z]{25})?$","x-absent":[""],"x-message":"must be the next_page of an earlier answer"},"after":{"type":"string","pattern":"^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$","x-message":"must be the id of an event"},"type":{"type":"string","enum":["customer.created","customer.updated","customer.activated","customer.erased","subscription.created","subscription.changed","subscription.cancel_scheduled","subscription.cancel_undone","subscription.canceled","payment.succeeded","payment.failed","payment.refunded","session.ended","logout_notice.delivered","logout_notice.dead"]},"created_after":{"description":"A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off","type":"string","format":"date-time","x-message":"must be a time such as 2026-03-01T09:30:00Z, on a day that the calendar has"}}};
const pattern76 = new RegExp("^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$", "u");

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "limit") || (key0 === "page")) || (key0 === "after")) || (key0 === "type")) || (key0 === "created_after"))){
validate58.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate58.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate58.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate58.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate58.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^([0-7][0-9a-hjkmnp-tv-z]{25})?$"}}];
return false;
}
}
else {
validate58.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined){
let data2 = data.after;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern76.test(data2)){
validate58.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/pattern",keyword:"pattern",params:{pattern: "^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$"}}];
return false;
}
}
else {
validate58.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data3 = data.type;
const _errs8 = errors;
if(typeof data3 !== "string"){
validate58.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((((((((((((data3 === "customer.created") || (data3 === "customer.updated")) || (data3 === "customer.activated")) || (data3 === "customer.erased")) || (data3 === "subscription.created")) || (data3 === "subscription.changed")) || (data3 === "subscription.cancel_scheduled")) || (data3 === "subscription.cancel_undone")) || (data3 === "subscription.canceled")) || (data3 === "payment.succeeded")) || (data3 === "payment.failed")) || (data3 === "payment.refunded")) || (data3 === "session.ended")) || (data3 === "logout_notice.delivered")) || (data3 === "logout_notice.dead"))){
validate58.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema59.properties.type.enum}}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_after !== undefined){
let data4 = data.created_after;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(!(formats0.test(data4))){
validate58.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
else {
validate58.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate58.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate58.errors = vErrors;
return errors === 0;
}

