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
const schema12 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation","type":"string","pattern":"^[0-7][0-9a-hjkmnp-tv-z]{25}$","x-message":"must be the next_page of an earlier answer"}}};
const pattern0 = new RegExp("^[0-7][0-9a-hjkmnp-tv-z]{25}$", "u");

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "page"))){
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
validate11.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^[0-7][0-9a-hjkmnp-tv-z]{25}$"}}];
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

export const listCustomersQuery = validate12;
const schema13 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation","type":"string","pattern":"^[0-7][0-9a-hjkmnp-tv-z]{25}$","x-message":"must be the next_page of an earlier answer"}}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "page"))){
validate12.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate12.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate12.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate12.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
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
validate12.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^[0-7][0-9a-hjkmnp-tv-z]{25}$"}}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
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
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

export const createCustomerHeader = validate13;
const schema14 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[\\x21-\\x7e]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern2 = new RegExp("^[\\x21-\\x7e]+$", "u");

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate13.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
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
validate13.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate13.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate13.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[\\x21-\\x7e]+$"}}];
return false;
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
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

export const createCustomerForm = validate14;
const schema15 = {"type":"object","additionalProperties":false,"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared without regard to case.\n","type":"string","maxLength":254,"pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$","x-trim":true,"x-message":"must be an e-mail address such as ada@example.org"},"name":{"description":"Full name","type":"string","nullable":true,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$","x-trim":true,"x-message":"must be at most 255 characters long, without control characters"},"activation_code":{"description":"Unique for ever in the publication, compared without regard to case","type":"string","minLength":8,"maxLength":64,"pattern":"^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$","x-trim":true,"x-message":"must be 8 to 64 characters long, without control characters"}},"allOf":[{"anyOf":[{"type":"object","required":["email"],"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared without regard to case.\n","type":"string","maxLength":254,"pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$","x-trim":true,"x-message":"must be an e-mail address such as ada@example.org"}}},{"type":"object","required":["activation_code"],"properties":{"activation_code":{"description":"Unique for ever in the publication, compared without regard to case","type":"string","minLength":8,"maxLength":64,"pattern":"^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$","x-trim":true,"x-message":"must be 8 to 64 characters long, without control characters"}}}],"x-rule":{"parameter":"email","message":"is required unless activation_code is given"}}]};
const pattern3 = new RegExp("^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$", "u");
const pattern4 = new RegExp("^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$", "u");
const pattern6 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", "u");

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(errors === _errs3){
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
else {
if(data.email !== undefined){
let data0 = data.email;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data0 === "string"){
if(func2(data0) > 254){
const err1 = {instancePath:instancePath+"/email",schemaPath:"#/allOf/0/anyOf/0/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
if(!pattern3.test(data0)){
const err2 = {instancePath:instancePath+"/email",schemaPath:"#/allOf/0/anyOf/0/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/email",schemaPath:"#/allOf/0/anyOf/0/properties/email/type",keyword:"type",params:{type: "string"}};
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
}
else {
const err4 = {instancePath,schemaPath:"#/allOf/0/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs7 = errors;
if(errors === _errs7){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.activation_code === undefined) && (missing1 = "activation_code")){
const err5 = {instancePath,schemaPath:"#/allOf/0/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(data.activation_code !== undefined){
let data1 = data.activation_code;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err6 = {instancePath:instancePath+"/activation_code",schemaPath:"#/allOf/0/anyOf/1/properties/activation_code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(func2(data1) < 8){
const err7 = {instancePath:instancePath+"/activation_code",schemaPath:"#/allOf/0/anyOf/1/properties/activation_code/minLength",keyword:"minLength",params:{limit: 8}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(!pattern4.test(data1)){
const err8 = {instancePath:instancePath+"/activation_code",schemaPath:"#/allOf/0/anyOf/1/properties/activation_code/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {instancePath:instancePath+"/activation_code",schemaPath:"#/allOf/0/anyOf/1/properties/activation_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/allOf/0/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err11 = {instancePath,schemaPath:"#/allOf/0/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate14.errors = vErrors;
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
const _errs11 = errors;
for(const key0 in data){
if(!(((key0 === "email") || (key0 === "name")) || (key0 === "activation_code"))){
validate14.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs11 === errors){
if(data.email !== undefined){
let data2 = data.email;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data2 === "string"){
if(func2(data2) > 254){
validate14.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern3.test(data2)){
validate14.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}}];
return false;
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs12 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.name !== undefined){
let data3 = data.name;
const _errs14 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate14.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(errors === _errs14){
if(typeof data3 === "string"){
if(func2(data3) > 255){
validate14.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern6.test(data3)){
validate14.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
}
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.activation_code !== undefined){
let data4 = data.activation_code;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data4 === "string"){
if(func2(data4) > 64){
validate14.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/maxLength",keyword:"maxLength",params:{limit: 64}}];
return false;
}
else {
if(func2(data4) < 8){
validate14.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/minLength",keyword:"minLength",params:{limit: 8}}];
return false;
}
else {
if(!pattern4.test(data4)){
validate14.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"}}];
return false;
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
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

export const createCustomerFormShape = validate15;
const schema16 = {"type":"object","additionalProperties":false,"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared without regard to case.\n","type":"string","maxLength":254,"pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$","x-trim":true,"x-message":"must be an e-mail address such as ada@example.org"},"name":{"description":"Full name","type":"string","nullable":true,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$","x-trim":true,"x-message":"must be at most 255 characters long, without control characters"},"activation_code":{"description":"Unique for ever in the publication, compared without regard to case","type":"string","minLength":8,"maxLength":64,"pattern":"^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$","x-trim":true,"x-message":"must be 8 to 64 characters long, without control characters"}}};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "email") || (key0 === "name")) || (key0 === "activation_code"))){
validate15.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
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
validate15.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}}];
return false;
}
else {
if(!pattern3.test(data0)){
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
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data1 = data.name;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate15.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate15.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(!pattern6.test(data1)){
validate15.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"}}];
return false;
}
}
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
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(func2(data2) > 64){
validate15.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/maxLength",keyword:"maxLength",params:{limit: 64}}];
return false;
}
else {
if(func2(data2) < 8){
validate15.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/minLength",keyword:"minLength",params:{limit: 8}}];
return false;
}
else {
if(!pattern4.test(data2)){
validate15.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"}}];
return false;
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
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

export const createCustomerFormRule0 = validate16;
const schema17 = {"anyOf":[{"type":"object","required":["email"],"properties":{"email":{"description":"One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.\nKept as typed, compared without regard to case.\n","type":"string","maxLength":254,"pattern":"^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$","x-trim":true,"x-message":"must be an e-mail address such as ada@example.org"}}},{"type":"object","required":["activation_code"],"properties":{"activation_code":{"description":"Unique for ever in the publication, compared without regard to case","type":"string","minLength":8,"maxLength":64,"pattern":"^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$","x-trim":true,"x-message":"must be 8 to 64 characters long, without control characters"}}}],"x-rule":{"parameter":"email","message":"is required unless activation_code is given"}};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(errors === _errs1){
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
else {
if(data.email !== undefined){
let data0 = data.email;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data0 === "string"){
if(func2(data0) > 254){
const err1 = {instancePath:instancePath+"/email",schemaPath:"#/anyOf/0/properties/email/maxLength",keyword:"maxLength",params:{limit: 254}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
if(!pattern3.test(data0)){
const err2 = {instancePath:instancePath+"/email",schemaPath:"#/anyOf/0/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:\"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/email",schemaPath:"#/anyOf/0/properties/email/type",keyword:"type",params:{type: "string"}};
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
}
else {
const err4 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs5 = errors;
if(errors === _errs5){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.activation_code === undefined) && (missing1 = "activation_code")){
const err5 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(data.activation_code !== undefined){
let data1 = data.activation_code;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err6 = {instancePath:instancePath+"/activation_code",schemaPath:"#/anyOf/1/properties/activation_code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(func2(data1) < 8){
const err7 = {instancePath:instancePath+"/activation_code",schemaPath:"#/anyOf/1/properties/activation_code/minLength",keyword:"minLength",params:{limit: 8}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(!pattern4.test(data1)){
const err8 = {instancePath:instancePath+"/activation_code",schemaPath:"#/anyOf/1/properties/activation_code/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff][^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufeff]$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {instancePath:instancePath+"/activation_code",schemaPath:"#/anyOf/1/properties/activation_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err11 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate16.errors = vErrors;
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
validate16.errors = vErrors;
return errors === 0;
}

export const createSubscriptionHeader = validate17;
const schema18 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[\\x21-\\x7e]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate17.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
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
validate17.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate17.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate17.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[\\x21-\\x7e]+$"}}];
return false;
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}

export const createSubscriptionForm = validate18;
const schema19 = {"type":"object","additionalProperties":false,"required":["customer_id","plan_id"],"properties":{"customer_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"},"plan_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"},"price_id":{"description":"An identifier, or null","type":"string","nullable":true,"minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"},"complimentary":{"description":"Free of charge","type":"boolean","default":false}},"allOf":[{"anyOf":[{"type":"object","required":["price_id"],"properties":{"price_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"},"complimentary":{"type":"boolean","enum":[false]}}},{"type":"object","required":["complimentary"],"properties":{"price_id":{"type":"string","nullable":true,"enum":[null]},"complimentary":{"type":"boolean","enum":[true]}}}],"x-rule":{"parameter":"price_id","message":"is required unless complimentary is true, and must be null when it is"}}]};
const pattern14 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f]+$", "u");

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(errors === _errs3){
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
const _errs5 = errors;
if(errors === _errs5){
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
if(!pattern14.test(data0)){
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
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.complimentary !== undefined){
let data1 = data.complimentary;
const _errs7 = errors;
if(typeof data1 !== "boolean"){
const err5 = {instancePath:instancePath+"/complimentary",schemaPath:"#/allOf/0/anyOf/0/properties/complimentary/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(data1 === false)){
const err6 = {instancePath:instancePath+"/complimentary",schemaPath:"#/allOf/0/anyOf/0/properties/complimentary/enum",keyword:"enum",params:{allowedValues: schema19.allOf[0].anyOf[0].properties.complimentary.enum}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
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
else {
const err7 = {instancePath,schemaPath:"#/allOf/0/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs9 = errors;
if(errors === _errs9){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.complimentary === undefined) && (missing1 = "complimentary")){
const err8 = {instancePath,schemaPath:"#/allOf/0/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
if(data.price_id !== undefined){
let data2 = data.price_id;
const _errs11 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
const err9 = {instancePath:instancePath+"/price_id",schemaPath:"#/allOf/0/anyOf/1/properties/price_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!(data2 === null)){
const err10 = {instancePath:instancePath+"/price_id",schemaPath:"#/allOf/0/anyOf/1/properties/price_id/enum",keyword:"enum",params:{allowedValues: schema19.allOf[0].anyOf[1].properties.price_id.enum}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.complimentary !== undefined){
let data3 = data.complimentary;
const _errs14 = errors;
if(typeof data3 !== "boolean"){
const err11 = {instancePath:instancePath+"/complimentary",schemaPath:"#/allOf/0/anyOf/1/properties/complimentary/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(data3 === true)){
const err12 = {instancePath:instancePath+"/complimentary",schemaPath:"#/allOf/0/anyOf/1/properties/complimentary/enum",keyword:"enum",params:{allowedValues: schema19.allOf[0].anyOf[1].properties.complimentary.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/allOf/0/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid0 = _errs9 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err14 = {instancePath,schemaPath:"#/allOf/0/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
validate18.errors = vErrors;
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
validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
const _errs16 = errors;
for(const key0 in data){
if(!((((key0 === "customer_id") || (key0 === "plan_id")) || (key0 === "price_id")) || (key0 === "complimentary"))){
validate18.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs16 === errors){
if(data.customer_id !== undefined){
let data4 = data.customer_id;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data4 === "string"){
if(func2(data4) > 255){
validate18.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data4) < 1){
validate18.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern14.test(data4)){
validate18.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.plan_id !== undefined){
let data5 = data.plan_id;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data5 === "string"){
if(func2(data5) > 255){
validate18.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data5) < 1){
validate18.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern14.test(data5)){
validate18.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs19 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.price_id !== undefined){
let data6 = data.price_id;
const _errs21 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate18.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(errors === _errs21){
if(typeof data6 === "string"){
if(func2(data6) > 255){
validate18.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data6) < 1){
validate18.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern14.test(data6)){
validate18.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.complimentary !== undefined){
const _errs24 = errors;
if(typeof data.complimentary !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/complimentary",schemaPath:"#/properties/complimentary/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid4 = _errs24 === errors;
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
else {
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}

export const createSubscriptionFormShape = validate19;
const schema20 = {"type":"object","additionalProperties":false,"required":["customer_id","plan_id"],"properties":{"customer_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"},"plan_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"},"price_id":{"description":"An identifier, or null","type":"string","nullable":true,"minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"},"complimentary":{"description":"Free of charge","type":"boolean","default":false}}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.customer_id === undefined) && (missing0 = "customer_id")) || ((data.plan_id === undefined) && (missing0 = "plan_id"))){
validate19.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "customer_id") || (key0 === "plan_id")) || (key0 === "price_id")) || (key0 === "complimentary"))){
validate19.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
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
validate19.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate19.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern14.test(data0)){
validate19.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate19.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/type",keyword:"type",params:{type: "string"}}];
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
validate19.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data1) < 1){
validate19.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern14.test(data1)){
validate19.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate19.errors = [{instancePath:instancePath+"/plan_id",schemaPath:"#/properties/plan_id/type",keyword:"type",params:{type: "string"}}];
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
if((typeof data2 !== "string") && (data2 !== null)){
validate19.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 255){
validate19.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data2) < 1){
validate19.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern14.test(data2)){
validate19.errors = [{instancePath:instancePath+"/price_id",schemaPath:"#/properties/price_id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.complimentary !== undefined){
const _errs9 = errors;
if(typeof data.complimentary !== "boolean"){
validate19.errors = [{instancePath:instancePath+"/complimentary",schemaPath:"#/properties/complimentary/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs9 === errors;
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
validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}

export const createSubscriptionFormRule0 = validate20;
const schema21 = {"anyOf":[{"type":"object","required":["price_id"],"properties":{"price_id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"},"complimentary":{"type":"boolean","enum":[false]}}},{"type":"object","required":["complimentary"],"properties":{"price_id":{"type":"string","nullable":true,"enum":[null]},"complimentary":{"type":"boolean","enum":[true]}}}],"x-rule":{"parameter":"price_id","message":"is required unless complimentary is true, and must be null when it is"}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(errors === _errs1){
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
const _errs3 = errors;
if(errors === _errs3){
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
if(!pattern14.test(data0)){
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
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.complimentary !== undefined){
let data1 = data.complimentary;
const _errs5 = errors;
if(typeof data1 !== "boolean"){
const err5 = {instancePath:instancePath+"/complimentary",schemaPath:"#/anyOf/0/properties/complimentary/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(data1 === false)){
const err6 = {instancePath:instancePath+"/complimentary",schemaPath:"#/anyOf/0/properties/complimentary/enum",keyword:"enum",params:{allowedValues: schema21.anyOf[0].properties.complimentary.enum}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs7 = errors;
if(errors === _errs7){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.complimentary === undefined) && (missing1 = "complimentary")){
const err8 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
if(data.price_id !== undefined){
let data2 = data.price_id;
const _errs9 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
const err9 = {instancePath:instancePath+"/price_id",schemaPath:"#/anyOf/1/properties/price_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!(data2 === null)){
const err10 = {instancePath:instancePath+"/price_id",schemaPath:"#/anyOf/1/properties/price_id/enum",keyword:"enum",params:{allowedValues: schema21.anyOf[1].properties.price_id.enum}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.complimentary !== undefined){
let data3 = data.complimentary;
const _errs12 = errors;
if(typeof data3 !== "boolean"){
const err11 = {instancePath:instancePath+"/complimentary",schemaPath:"#/anyOf/1/properties/complimentary/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(data3 === true)){
const err12 = {instancePath:instancePath+"/complimentary",schemaPath:"#/anyOf/1/properties/complimentary/enum",keyword:"enum",params:{allowedValues: schema21.anyOf[1].properties.complimentary.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err14 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
validate20.errors = vErrors;
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
validate20.errors = vErrors;
return errors === 0;
}

export const cancelSubscriptionPath = validate21;
const schema22 = {"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"description":"An identifier. Its form is not checked, so that an unknown one of any form is 404.","type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","x-message":"must be an identifier of 1 to 255 characters without control characters"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "id")){
validate21.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
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
validate21.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate21.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern14.test(data0)){
validate21.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"}}];
return false;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
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

export const cancelSubscriptionHeader = validate22;
const schema23 = {"type":"object","additionalProperties":false,"required":[],"properties":{"Idempotency-Key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[\\x21-\\x7e]+$","x-message":"must be 1 to 255 printable ASCII characters without spaces"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate22.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
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
validate22.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255}}];
return false;
}
else {
if(func2(data0) < 1){
validate22.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
else {
if(!pattern2.test(data0)){
validate22.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[\\x21-\\x7e]+$"}}];
return false;
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}}];
return false;
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

export const listEventsQuery = validate23;
const schema24 = {"type":"object","additionalProperties":false,"required":[],"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"page":{"description":"A position in the order of creation","type":"string","pattern":"^[0-7][0-9a-hjkmnp-tv-z]{25}$","x-message":"must be the next_page of an earlier answer"},"after":{"type":"string","pattern":"^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$","x-message":"must be the id of an event"},"type":{"type":"string","enum":["customer.created","customer.updated","customer.activated","customer.erased","subscription.created","subscription.changed","subscription.cancel_scheduled","subscription.cancel_undone","subscription.canceled","payment.succeeded","payment.failed","payment.refunded","session.ended","logout_notice.delivered","logout_notice.dead"]},"created_after":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?Z$","x-message":"must be a time such as 2026-03-01T09:30:00Z"}}};
const pattern25 = new RegExp("^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$", "u");
const pattern26 = new RegExp("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?Z$", "u");

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "limit") || (key0 === "page")) || (key0 === "after")) || (key0 === "type")) || (key0 === "created_after"))){
validate23.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate23.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate23.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate23.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
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
validate23.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/pattern",keyword:"pattern",params:{pattern: "^[0-7][0-9a-hjkmnp-tv-z]{25}$"}}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "string"}}];
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
if(!pattern25.test(data2)){
validate23.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/pattern",keyword:"pattern",params:{pattern: "^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$"}}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "string"}}];
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
validate23.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((((((((((((data3 === "customer.created") || (data3 === "customer.updated")) || (data3 === "customer.activated")) || (data3 === "customer.erased")) || (data3 === "subscription.created")) || (data3 === "subscription.changed")) || (data3 === "subscription.cancel_scheduled")) || (data3 === "subscription.cancel_undone")) || (data3 === "subscription.canceled")) || (data3 === "payment.succeeded")) || (data3 === "payment.failed")) || (data3 === "payment.refunded")) || (data3 === "session.ended")) || (data3 === "logout_notice.delivered")) || (data3 === "logout_notice.dead"))){
validate23.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema24.properties.type.enum}}];
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
if(typeof data4 === "string"){
if(!pattern26.test(data4)){
validate23.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?Z$"}}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/created_after",schemaPath:"#/properties/created_after/type",keyword:"type",params:{type: "string"}}];
return false;
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
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}

